"""What each learner says about its own state, against its definition in a plain loop, also after a seek."""

from decimal import Decimal

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.generators import GENERATORS
from kpgui.learners import LEARNERS
from kpgui.learners.base import Learner
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import MOST, Mechanism
from kpgui.model.param import indexed
from kpgui.model.session import Session
from tests.learners.explaining import DATASET, EXACT_GRAM, GRAM, LABELS, STEPS, presented, run_of
from tests.learners.reference_budget import NaiveForgetron, NaiveProjectron, NaiveRandomBudget
from tests.ui.instruments.moments import moment_at


def described(run, steps=STEPS):
    """The descriptions after each step, made one by one; behind the last step the same again, but for what is gone."""
    told = [run.learner.mechanism(moment_at(run))]
    while run.outcome is None and run.cursor < steps:
        run.advance(1)
        told.append(run.learner.mechanism(moment_at(run)))
    for step in np.random.default_rng(0).permutation(len(told)).tolist():
        run.seek(step)
        past, then = run.learner.mechanism(moment_at(run)), told[step]
        assert past.sentence == then.sentence
        assert past.gone.tolist() == then.gone.tolist()
        for name, number in past.numbers:
            assert number is None or number == pytest.approx(dict(then.numbers)[name])
    run.seek(run.head)
    return told


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
def test_every_learner_declares_one_that_holds_at_every_step(learner):
    assert learner.mechanism is not Learner.mechanism
    run = run_of(f"{learner.key}()")
    for told in described(run, 60):
        assert isinstance(told, Mechanism)
        assert told.sentence.endswith(".")
        bars = told.bars
        assert len(bars.rows) == len(bars.values) == min(bars.count, MOST)
        assert len(bars.names) in (0, len(bars.rows))
        assert len(bars.since) in (0, len(bars.rows))
        assert (np.abs(bars.values) <= bars.full * (1 + 1e-9)).all()
        assert not any(array.flags.writeable for array in (bars.rows, bars.values, bars.since, told.gone))
        assert set(told.gone.tolist()) <= set(np.flatnonzero(run.state.alpha).tolist())


@pytest.mark.parametrize("variant", ["self_tuned", "basic"])
def test_the_queue_of_the_forgetron_is_that_of_its_definition(variant):
    run = run_of(f"forgetron(budget=3, variant='{variant}')")
    naive = NaiveForgetron(EXACT_GRAM, LABELS, 3, variant)
    since, last = {}, run.learner.mechanism(moment_at(run))
    for step, i in enumerate(presented(run)):
        if run.outcome is not None:
            break
        known = len(naive.vectors), len(naive.evicted)
        naive.step(step, i)
        run.advance(1)
        if (len(naive.vectors), len(naive.evicted)) != known:
            since[sum(known)] = step + 1
        last = run.learner.mechanism(moment_at(run))
        assert last.bars.rows.tolist() == [point for point, _ in naive.vectors]
        assert last.bars.values == pytest.approx([float(beta) for _, beta in naive.vectors])
        assert last.bars.since.tolist() == [since[naive.M - len(naive.vectors) + k] for k in range(len(naive.vectors))]
        carrying = {point for point, _ in naive.vectors}
        assert set(last.gone.tolist()) == set(naive.evicted) - carrying
        if naive.evicted:
            assert f"of point {naive.evicted[-1] + 1};" in last.sentence
            assert last.sentence.endswith(f"forgotten so far: {len(naive.evicted)}.")
        if variant == "self_tuned":
            assert dict(last.numbers)["damage Q"] == pytest.approx(float(naive.Q))
            assert dict(last.numbers)["its limit 15/32·mistakes"] == pytest.approx(float(Decimal(15) / 32 * naive.M))
    assert naive.evicted
    described(run_of(f"forgetron(budget=3, variant='{variant}')"))


@pytest.mark.slow
def test_what_the_random_budget_dropped_is_that_of_its_definition():
    run = run_of("random_budget_perceptron(budget=3)")
    drawn = run_of("random_budget_perceptron(budget=3)").advance(STEPS)
    naive = NaiveRandomBudget(EXACT_GRAM, LABELS, 3, drawn.point[drawn.kind == 4].tolist())
    dropped, left = list(naive.drawn), 0
    for step, i in enumerate(presented(run)):
        if run.outcome is not None:
            break
        naive.step(step, i)
        run.advance(1)
        told = run.learner.mechanism(moment_at(run))
        assert dict(zip(told.bars.rows.tolist(), told.bars.values.tolist(), strict=True)) == {
            i: beta for i, beta in enumerate(naive.beta) if beta
        }
        left = len(dropped) - len(naive.drawn)
        assert set(told.gone.tolist()) == {i for i in dropped[:left] if not naive.beta[i]}
        if left:
            assert f"of point {dropped[left - 1] + 1};" in told.sentence
        newest = [int(np.flatnonzero([v == i for v in naive.vectors])[-1]) for i in told.bars.rows.tolist()]
        assert newest == sorted(newest)
    assert left
    described(run_of("random_budget_perceptron(budget=3)"))


def test_the_projectron_counts_what_it_projected():
    run = run_of("projectron(eta=0.6)")
    naive, mistakes = NaiveProjectron(EXACT_GRAM, LABELS, 0.6), 0
    for step, i in enumerate(presented(run)):
        if run.outcome is not None or step == 60:
            break
        mistakes += naive.step(step, i)[1]
        run.advance(1)
        told = run.learner.mechanism(moment_at(run))
        assert dict(told.numbers) == {
            "mistakes": mistakes,
            "support vectors": len(naive.vectors),
            "projected": mistakes - len(naive.vectors),
        }
        assert set(told.bars.rows.tolist()) == set(naive.vectors)
        assert set(told.gone.tolist()) == set(np.flatnonzero(run.state.alpha).tolist()) - set(naive.vectors)
    assert mistakes > len(naive.vectors)


def test_a_support_vector_whose_coefficient_is_back_at_0_was_not_projected_and_is_not_forgotten():
    points, labels = [[1, 0], [1, 0], [0, 1]], [1, -1, 1]  # the second is projected onto the first: β = 1 − 1
    run = Run(Session(Dataset.of(points, labels), "linear()", "projectron(eta=0.1, epochs=1)"))
    run.advance(3)
    told = [run.learner.mechanism(moment_at(run))]
    run.seek(2)
    told.append(run.learner.mechanism(moment_at(run)))
    assert [tuple(dict(each.numbers).values()) for each in told] == [(3, 1, 1), (2, 0, 1)]
    assert [each.gone.tolist() for each in told] == [[1], [1]]
    assert all(each.sentence.endswith("1 of the points projected onto is back at β = 0.") for each in told)


def f_of(beta, i):
    return sum(b * GRAM[j, i] for j, b in enumerate(beta) if b)


def test_the_prototype_with_most_votes_is_named():
    run = run_of("voted_perceptron(epochs=20)")
    naive, made, votes = [0] * len(LABELS), [], []
    for step, i in enumerate(presented(run)):
        if run.outcome is not None:
            break
        if LABELS[i] * f_of(naive, i) <= 0:
            naive[i] += LABELS[i]
            made.append((step, i))
            votes.append(0)
        votes[-1] += 1
        run.advance(1)
        told = run.learner.mechanism(moment_at(run))
        order = sorted(range(len(votes)), key=lambda k: (-votes[k], k))
        assert told.bars.names == tuple(indexed("v", k + 1) for k in order)
        assert told.bars.values.tolist() == [votes[k] for k in order]
        assert told.bars.rows.tolist() == [made[k][1] for k in order]
        assert told.bars.since.tolist() == [made[k][0] + 1 for k in order]
        assert told.sentence.startswith(f"Most votes: prototype {order[0] + 1}, {max(votes)} of {step + 1} votes,")
        assert f"at step {made[order[0]][0] + 1} by the mistake on point {made[order[0]][1] + 1}." in told.sentence
        assert told.bars.prototypes.tolist() == order
        assert told.bars.until.tolist() == [made[k + 1][0] if k + 1 < len(made) else 0 for k in order]
    ours = [i for i in range(len(LABELS)) if not DATASET.held_out[i]]
    wrong = sum(LABELS[i] * round(f_of(naive, i), 12) <= 0 for i in ours)
    assert dict(told.numbers)["wrong now by the last f"] == wrong
    assert dict(told.numbers)["wrong now by the vote"] == run.counters().errors
    assert len(made) > 10
    described(run_of("voted_perceptron(epochs=20)"), 100)


def test_the_mean_is_weighed_by_the_steps_since():
    run = run_of("averaged_perceptron()")
    naive, total, n = [0] * len(LABELS), np.zeros(len(LABELS)), 0
    for i in presented(run)[:80]:
        if LABELS[i] * f_of(naive, i) <= 0:
            naive[i] += LABELS[i]
        total, n = total + naive, n + 1
        run.advance(1)
    told = run.learner.mechanism(moment_at(run))
    mean = total / n
    assert told.bars.rows.tolist() == sorted(np.flatnonzero(mean).tolist(), key=lambda i: (-abs(mean[i]), i))
    assert told.bars.values == pytest.approx(mean[told.bars.rows])
    described(run_of("averaged_perceptron()"), 80)


@pytest.mark.parametrize("more", ["", ", truncate=4", ", schedule='sqrt'", ", truncate=4, schedule='sqrt', nu=0.3"])
def test_the_terms_of_norma_fade_with_age(more):
    run = run_of(f"norma(eta=0.3, lam=0.2{more})")
    terms, dropped, rho, told = [], [], 1.0, None
    for step, i in enumerate(presented(run)[:60]):
        eta = 0.3 / np.sqrt(step + 1) if "sqrt" in more else 0.3
        f = sum(beta * GRAM[j, i] for j, beta, _ in terms)
        learns = LABELS[i] * f < rho
        terms = [(j, beta * (1 - eta * 0.2), since) for j, beta, since in terms]
        if learns:
            terms.append((i, eta * LABELS[i], step + 1))
        if "truncate" in more and len(terms) > 4:
            dropped.append(terms.pop(0)[0])
        if "nu" in more:
            rho += eta * (0.3 - learns)
        run.advance(1)
        told = run.learner.mechanism(moment_at(run))
        assert told.bars.rows.tolist() == [j for j, _, _ in reversed(terms)]
        assert told.bars.values == pytest.approx([beta for _, beta, _ in reversed(terms)])
        assert told.bars.since.tolist() == [since for _, _, since in reversed(terms)]
        assert told.bars.count == len(terms)
        assert set(told.gone.tolist()) == set(dropped) - {j for j, _, _ in terms}
    if "truncate" in more:
        assert told.sentence.endswith(f"dropped so far: {len(dropped)}.")
        assert dict(told.numbers)["|β| dropped next"] == pytest.approx(abs(terms[0][1]))
    if "nu" in more:
        assert dict(told.numbers)["ρ"] == pytest.approx(rho)
    run.seek(30)
    past = run.learner.mechanism(moment_at(run))
    assert past.bars.count <= told.bars.count


def test_the_vectors_of_the_svm_are_counted_free_and_at_the_bound():
    run = run_of("svm(C=5)")
    run.advance(10_000)
    told, alpha = run.learner.mechanism(moment_at(run)), run.state.alpha
    free = [i for i in range(len(alpha)) if 0 < alpha[i] < 5]
    bound = [i for i in range(len(alpha)) if alpha[i] == 5]
    assert free
    assert bound
    assert told.sentence.startswith(f"{len(free)} free support vectors")
    assert f"{len(bound)} at the bound" in told.sentence
    assert set(told.bars.rows[: len(free)].tolist()) == set(free)
    assert told.bars.rows[len(free) :].tolist() == bound
    assert told.bars.values.tolist() == alpha[told.bars.rows].tolist()
    assert told.bars.full == 5
    signed = alpha * LABELS
    found = dict(told.numbers)
    assert found["objective ½αᵀQα − Σα"] == pytest.approx(0.5 * signed @ GRAM @ signed - alpha.sum())
    assert found["gap"] < found["tol: the gap to stop at"] == 1e-3
    run.seek(2)
    past = dict(run.learner.mechanism(moment_at(run)).numbers)
    assert past["gap"] is past["objective ½αᵀQα − Σα"] is None


@pytest.mark.parametrize(
    "learner", ["pegasos(lam=0.05)", "passive_aggressive(C=0.5)", "passive_aggressive(variant='PA-II')"]
)
def test_losses_are_those_of_f_now(learner):
    run = run_of(learner)
    for _ in range(45):
        run.advance(1)
        told, beta = run.learner.mechanism(moment_at(run)), run.expansion().beta
        y_f = np.array(LABELS) * (GRAM @ beta)
        losses = np.where(DATASET.held_out, 0, np.maximum(0, 1 - y_f))
        clear = losses[told.bars.rows] > 1e-9
        assert told.bars.values[clear] == pytest.approx(losses[told.bars.rows][clear])
        assert set(np.flatnonzero(losses > 1e-9).tolist()) <= set(told.bars.rows.tolist())
        assert sorted(told.bars.values.tolist(), reverse=True) == told.bars.values.tolist()
        found, mean = dict(told.numbers), losses.sum() / (~DATASET.held_out).sum()
        if learner.startswith("pegasos"):
            half = 0.025 * beta @ GRAM @ beta
            assert found["λ/2·‖f‖²"] == pytest.approx(half)
            assert found["mean loss"] == pytest.approx(mean)
            assert found["objective, their sum"] == pytest.approx(half + mean)
        else:
            assert found["mean loss now"] == pytest.approx(mean)
            rows = run.timeline.between(run.cursor - 1, run.cursor)
            tau = abs(rows.delta[0]) if len(rows) else 0
            assert found["τ of the last step"] == pytest.approx(tau)
            assert (found["loss ℓ of the last step"] > 0) == bool(len(rows))
    run.seek(20)
    past = dict(run.learner.mechanism(moment_at(run)).numbers)
    assert past["mean loss" if learner.startswith("pegasos") else "mean loss now"] is None


def test_the_kernel_perceptron_counts_mistakes_and_with_decay_shows_beta():
    run = run_of("kernel_perceptron(bias=True)")
    run.advance(50)
    told, alpha = run.learner.mechanism(moment_at(run)), run.state.alpha
    assert told.bars.values.tolist() == sorted(alpha[alpha > 0].tolist(), reverse=True)
    assert told.bars.values.tolist() == alpha[told.bars.rows].tolist()
    assert dict(told.numbers) == {
        "mistakes": alpha.sum(),
        "support vectors": np.count_nonzero(alpha),
        "b": (alpha * LABELS).sum(),
    }
    fading = run_of("kernel_perceptron(decay=0.9)")
    fading.advance(50)
    told = fading.learner.mechanism(moment_at(fading))
    assert told.bars.values.tolist() == fading.expansion().beta[told.bars.rows].tolist()


@pytest.mark.parametrize("map", MAPS)
def test_the_weights_of_the_primal_perceptron_have_the_names_of_their_features(map):
    run = run_of(f"perceptron(map='{map}', bias=True, eta=0.5)")
    run.advance(50)
    told, w = run.learner.mechanism(moment_at(run)), run.details["w"]
    assert told.bars.values == pytest.approx(w)
    assert told.bars.rows.tolist() == [-1] * len(w)
    at = {"1": 1.0, "x₁": 3.0, "x₂": 5.0, "x₁²": 9.0, "x₂²": 25.0, "x₁x₂": 15.0, "x₂x₁": 15.0}
    assert [at[name] for name in told.bars.names] == MAPS[map].phi(np.array([[3.0, 5.0]]))[0].tolist()
    assert dict(told.numbers)["‖w‖"] == pytest.approx(np.linalg.norm(w))


@pytest.mark.slow
def test_no_list_grows_with_the_run():
    n = 500
    dataset = Dataset.of(np.random.default_rng(1).normal(size=(n, 2)), np.where(np.arange(n) % 2, -1, 1))
    for each in LEARNERS.members:
        run = Run(Session(dataset, "rbf(sigma=0.1)", f"{each.key}()"))
        run.advance(450)
        told = run.learner.mechanism(moment_at(run))
        assert len(told.bars.rows) <= MOST
        assert told.bars.count >= len(told.bars.rows)


def sentence_of(learner, points=DATASET, kernel="linear()"):
    run = Run(Session(points, kernel, learner))
    run.advance(60)
    return run.learner.mechanism(moment_at(run)).sentence


def test_a_cap_is_named_where_alpha_does_not_count_all_mistakes():
    assert "α counts the mistakes on each point, at most 2, " in sentence_of("kernel_perceptron(alpha_cap=2)")
    for on in ("step", "update"):
        fading = sentence_of(f"kernel_perceptron(alpha_cap=2, decay=0.9, decay_on='{on}')")
        assert fading == f"Every update adds its point to f, and every {on} shrinks all β by 0.9."


def test_without_forgetting_no_term_of_norma_is_said_to_fade():
    assert "fade" in sentence_of("norma()")
    assert sentence_of("norma(lam=0)").startswith("With λ = 0 no step shrinks any β. ")


def test_a_prototype_that_is_0_everywhere_has_no_votes():
    """The second prototype of two equal points with opposite labels is 0, and is said to have no votes."""
    twins = Dataset.of([[1, 1], [1, 1]], [1, -1])
    run = Run(Session(twins, "linear()", "voted_perceptron()"))
    run.advance(2)
    told = run.learner.mechanism(moment_at(run))
    assert told.sentence.startswith("Most votes: prototype 1, 1 of 2 votes, one for each step that it stood. ")
    assert told.bars.values.tolist() == [1, 0]


def test_a_forgetron_within_its_budget_says_why_it_forgets_nothing():
    told = sentence_of("forgetron()", GENERATORS.find("moons")().make(), "rbf(sigma=1)")
    assert told.startswith("Nothing forgotten: ")
    assert " of B = 100 terms. " in told
    assert "lower B" in told
    assert "forgotten so far" in sentence_of("forgetron(budget=3)")
