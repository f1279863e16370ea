# make           install what is needed, build every program
# make demo      install what is needed, build pdrank without its server and its reproduction of the paper, rank a sample
# make check     after an edit: build, and run the tests that the edit can break
# make test      install, build, run what tells whether the program is right: unit tests under the address and
#                undefined-behaviour sanitizers, all other tests on the programs as they are shipped
# make test-all  every test there is: also on real data, against other libraries, statistics, and all under sanitizers
# make bench     measure speed against other libraries and against the machine; fails on a missed bar (BENCH="arena" or
#                BENCH="--small" for options)
# make accuracy  measure how right the methods are; fails on a missed bar (ACCURACY="--seeds 4" for options)
# make active    measure how many answers strategies for "which pair next?" need, and draw that into build/active; fails
#                on a missed bar (ACTIVE="--seeds 2" for options)
# make serve-load  measure the voting server with 200 voters at once, with a crowd that opens its links, and during a large
#                import; fails on a missed bar (LOAD="--seconds 5" for options)
# make serve-fuzz  send the voting server what the description of its API allows and forbids (FUZZ="--examples 200")
# make python    the wheel, installed with what its tests need in build/venv
# make static    the program as one file that needs nothing of the machine (scripts/static), in build/static/bin
# make try       the page to try: pdrank in a browser, in build/try (scripts/try)
# make deb       a package for this Debian or Ubuntu, in build/release/packages
# make site      the documentation as a web site, in build/site (site/README.md); a warning is an error
# make site-test its tests: links, names, structure (part of test-all)
# make generate  write what is made from the engine's tables: keywords, columns, lists of methods (scripts/generate)
# make mpi       install PETSc and MPI, build pdrank-mpi
# make lint      spelling, grammar, formatting and clang-tidy
# make fuzz      inputs that nobody thought of, by libFuzzer (MINUTES=10 for each target; TARGETS="rank tables" for some;
#                BUILD=fuzz-fast without sanitizers, which takes several times as many)
# make faults    every allocation, write, read and sync fails once, and the power is cut (POINTS=200 for so many of each)
# make soak      a server and the library for long, which must not grow (MINUTES=60 of the server)
# make stress    extreme weights, shapes and sizes (STRESS="--size 100000" for smaller data)
# make tsan      the tests of parallel code under the thread sanitizer (part of test-all)
# SETUP=no leaves the installing to you.

SETUP ?= yes
JOBS ?= $(shell nproc)
PDRANK := build/release/bin/pdrank
# tests <preset> <name of its times> <options>: runs tests and keeps their times for scripts/slowest, at the lowest
# priority: what is compiled meanwhile comes first.
tests = mkdir -p build/times && nice -n 19 ctest --preset $(1) -j $(JOBS) \
  --output-junit $(CURDIR)/build/times/$(2).xml $(3)
ACCURACY ?=
ACTIVE ?=
BENCH ?=
LOAD ?=
MINUTES ?= 10
TARGETS ?=
BUILD ?= fuzz
POINTS ?= 0
STRESS ?=
# Built where PETSc and MPI are (scripts/setup --distributed).
MPI_PROGRAM := $(shell pkg-config --exists PETSc 2>/dev/null && command -v mpiexec >/dev/null && echo pdrank-mpi)

# The tests of parallel code: of layers, and of the server.
TSAN := $(addprefix test_unit_,core data io linalg metrics solve kemeny posterior methods active report storage server)
TSAN_SERVER := $(addprefix server_,api security requests shared_store)
empty :=
space := $(empty) $(empty)

setup = @if [ "$(SETUP)" = yes ]; then scripts/setup $(1); fi
configure = @cmake --preset $(1) --log-level=WARNING -DPDRANK_FULL=ON $(2)
build = @cmake --build --preset $(1) --target $(2) -j $(JOBS)

.PHONY: all demo mpi check test test-sanitized test-all python static try deb site site-test generate bench accuracy active serve-load serve-fuzz fuzz faults soak stress lint format tsan clean

all:
	$(call setup,build)
	$(call configure,release)
	$(call build,release,all)

# A full build stays one.
demo:
	$(call setup,build)
	@grep -qs '^PDRANK_FULL:BOOL=ON' build/release/CMakeCache.txt || \
	  cmake --preset release --log-level=WARNING -DPDRANK_FULL=OFF -DPDRANK_TESTS=OFF
	$(call build,release,pdrank)
	$(PDRANK) rank examples/votes.csv
	@grep -qs '^PDRANK_FULL:BOOL=ON' build/release/CMakeCache.txt || \
	  echo 'This build leaves out `pdrank serve` and `pdrank reproduce`; `make` builds them too.'

mpi:
	$(call setup,build --distributed)
	$(call configure,release,-DPDRANK_TESTS=OFF)
	$(call build,release,pdrank-mpi)

check:
	@scripts/check

test:
	$(call setup,test)
	@rm -rf build/times
	$(call configure,release,-DPDRANK_TESTS=ON)
	$(call build,release,short_tests)
# Tests of servers and browsers wait for most of their time: meanwhile the others are compiled and run. Processes that wait
# for each other do it on their toes: those of MPI take twenty times as long beside others, and have the machine at the end.
	@mkdir -p build/times; status=0; \
	(scripts/wheel && $(call tests,release,release,-L short -LE mpi)) >build/times/release.log 2>&1 & programs=$$!; \
	nice -n 19 $(MAKE) --no-print-directory test-sanitized SETUP=no || status=1; \
	wait $$programs || status=1; cat build/times/release.log; \
	$(call tests,release,mpi,-L short -L mpi) || status=1; \
	scripts/slowest; exit $$status

test-sanitized:
	$(call configure,asan,-DPDRANK_TESTS=ON)
	$(call build,asan,short_tests)
	@$(call tests,asan,asan,-L short)

test-all:
	$(call setup,test)
	$(call setup,bench)
	$(call setup,cross)
	$(call setup,site)
	@rm -rf build/times
	$(call configure,release,-DPDRANK_TESTS=ON)
	$(call build,release,all all_tests)
	scripts/wheel build/venv build/python
	@$(call tests,release,release)
	$(call configure,asan,-DPDRANK_TESTS=ON -DPDRANK_REPRODUCE=ON)
	$(call build,asan,all_tests)
	@$(call tests,asan,asan,-L sanitize)
	$(call configure,ubsan,-DPDRANK_TESTS=ON)
	$(call build,ubsan,all_tests)
	@$(call tests,ubsan,ubsan,-L sanitize)
	$(MAKE) tsan SETUP=no
	@scripts/slowest

python:
	$(call setup,python)
	$(call configure,release)
	$(call build,release,pdrank)
	scripts/wheel

static:
	$(call setup,build)
	$(call configure,release)
	$(call build,release,pdrank)
	scripts/static

try:
	$(call setup,cross)
	scripts/try

deb:
	$(call setup,build)
	$(call configure,release)
	$(call build,release,pdrank)
	@cd build/release && cpack

site:
	$(call setup,site)
	NO_MKDOCS_2_WARNING=1 build/site-venv/bin/python -m mkdocs build --strict --config-file site/mkdocs.yml

site-test: site
	$(call setup,test)
	$(call configure,release,-DPDRANK_TESTS=ON)
	$(call build,release,pdrank)
	ctest --preset release -L site

generate: python
	build/venv/bin/python scripts/generate

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
	python3 tests/server/delays.py

serve-fuzz:
	$(call setup,api)
	$(call configure,release)
	$(call build,release,pdrank)
	python3 tests/server/fuzz_api.py $(FUZZ)

fuzz:
	$(call setup,fuzz)
	$(call configure,$(BUILD),-DPDRANK_TESTS=ON)
	$(call build,$(BUILD),$(if $(TARGETS),$(addprefix fuzz_,$(TARGETS)),fuzz))
	@BUILD=$(BUILD) tests/fuzz/run $(MINUTES) $(TARGETS)

faults:
	$(call setup,test)
	$(call configure,release,-DPDRANK_TESTS=ON)
	$(call build,release,pdrank pdrank_faults test_faults $(MPI_PROGRAM))
	scripts/wheel
	@PDRANK_FAULT_POINTS=$(POINTS) nice ctest --preset release -L faults --verbose --timeout 1000000

soak: python
	python3 tests/faults/soak.py --minutes $(MINUTES)

stress:
	$(call setup,build)
	$(call configure,release)
	$(call build,release,pdrank)
	python3 tests/faults/stress.py $(STRESS)

lint:
	$(call setup,lint)
	$(call configure,dev,-DPDRANK_TESTS=ON)
	$(call build,dev,all all_tests)
	scripts/lint

format:
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

tsan:
	$(call setup,test)
	$(call configure,tsan,-DPDRANK_TESTS=ON)
	$(call build,tsan,pdrank $(TSAN))
	@$(call tests,tsan,tsan,-R '^($(subst $(space),|,$(TSAN) $(TSAN_SERVER)))(_[0-9]+|_long)?$$')

clean:
	rm -rf build
