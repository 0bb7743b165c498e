"""The number of threads that BLAS works with."""

from threadpoolctl import threadpool_info, threadpool_limits

from kpgui.engine.blas_threads import one_blas_thread


def threads():
    return next(each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas")


def test_the_number_of_threads_is_restored_when_the_last_has_left():
    with threadpool_limits(limits=2, user_api="blas"):
        first, second = one_blas_thread(), one_blas_thread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert threads() == 1
        second.__exit__(None, None, None)
        assert threads() == 2
