# make demo      install what is needed, build, rank a sample
# make test      install, build, run every test, also under the address and undefined-behaviour sanitizers
# make bench     measure speed against other libraries and against the machine; fails on a missed bar (BENCH="arena" or
#                BENCH="--small" for options)
# make accuracy  measure how right the methods are; fails on a missed bar (ACCURACY="--seeds 4" for options)
# make active    measure how many answers strategies for "which pair next?" need, and draw that into build/active; fails
#                on a missed bar (ACTIVE="--seeds 2" for options)
# make serve-load  measure the voting server with 200 voters at once; fails on a missed bar (LOAD="--seconds 5" for options)
# make python    the wheel, installed with what its tests need in build/venv
# make mpi       install PETSc and MPI, build pdrank-mpi
# make lint      formatting and clang-tidy
# make tsan      the tests of parallel code under the thread sanitizer
# SETUP=no leaves the installing to you.

SETUP ?= yes
JOBS ?= $(shell nproc)
PDRANK := build/release/bin/pdrank
CTEST := ctest --output-on-failure -j $(JOBS)
ACCURACY ?=
ACTIVE ?=
BENCH ?=
LOAD ?=
# Built where PETSc and MPI are (scripts/setup --distributed).
MPI_PROGRAM := $(shell pkg-config --exists PETSc 2>/dev/null && command -v mpiexec >/dev/null && echo pdrank-mpi)

setup = @if [ "$(SETUP)" = yes ]; then scripts/setup $(1); fi
configure = @cmake --preset $(1) --log-level=WARNING $(2)
build = @cmake --build --preset $(1) --target $(2) -j $(JOBS)

.PHONY: all demo mpi test python bench accuracy active serve-load lint format tsan clean

all:
	$(call configure,release)
	$(call build,release,all)

demo:
	$(call setup,build)
	$(call configure,release,-DPDRANK_TESTS=OFF)
	$(call build,release,pdrank)
	$(PDRANK) rank examples/votes.csv

mpi:
	$(call setup,build --distributed)
	$(call configure,release,-DPDRANK_TESTS=OFF)
	$(call build,release,pdrank-mpi)

test:
	$(call setup,test)
	$(call configure,release,-DPDRANK_TESTS=ON)
	$(call build,release,all)
	scripts/wheel
	@$(CTEST) --preset release
	$(call configure,asan)
	$(call build,asan,all)
	@$(CTEST) --preset asan -L sanitize

python:
	$(call setup,python)
	$(call configure,release)
	$(call build,release,pdrank)
	scripts/wheel

bench:
	$(call setup,bench)
	$(call configure,release)
	$(call build,release,pdrank pdrank-speed $(MPI_PROGRAM))
	build/python/bin/python bench/run.py $(BENCH)

accuracy:
	$(call setup,build)
	$(call configure,release)
	$(call build,release,pdrank-accuracy)
	build/release/bin/pdrank-accuracy $(ACCURACY)

# A missed bar is no reason not to draw.
active:
	$(call setup,python)
	$(call configure,release)
	$(call build,release,pdrank-active)
	@build/release/bin/pdrank-active $(ACTIVE); status=$$?; \
	  [ $$status -gt 1 ] || build/venv/bin/python bench/active/plot.py || exit; exit $$status

serve-load:
	$(call setup,build)
	$(call configure,release)
	$(call build,release,pdrank pdrank-load)
	python3 tests/server/load.py $(LOAD)

lint:
	$(call setup,lint)
	$(call configure,dev)
	$(call build,dev,all)
	scripts/lint

format:
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

tsan:
	$(call setup,test)
	$(call configure,tsan)
	$(call build,tsan,all)
	@$(CTEST) --preset tsan -R 'unit_(core|linalg|solve|storage|server)'

clean:
	rm -rf build
