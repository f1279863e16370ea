#include "pdrank/distributed/krylov.hpp"

#include <petscksp.h>

#include <algorithm>
#include <numeric>
#include <string_view>

#include "pdrank/distributed/petsc_call.hpp"
#include "pdrank/distributed/team_sharing.hpp"

namespace pdrank::distributed {
namespace {

// The Laplacian of the whole graph as a matrix for preconditioners that want to see its entries.
class EntryMatrix {
 public:
  explicit EntryMatrix(const TeamSharing& sharing) : sharing_(sharing) {}
  ~EntryMatrix() { MatDestroy(&matrix_); }
  EntryMatrix(const EntryMatrix&) = delete;
  EntryMatrix& operator=(const EntryMatrix&) = delete;

  Mat filled(const Laplacian& laplacian) {
    if (!matrix_) lay_out(laplacian);
    const std::size_t own = sharing_.halo().own();
    std::vector<PetscScalar> values(laplacian.diagonal().begin(),
                                    laplacian.diagonal().begin() + static_cast<std::ptrdiff_t>(own));
    for (const double weight : laplacian.weight()) values.insert(values.end(), 2, -weight);
    petsc(MatSetValuesCOO(matrix_, values.data(), INSERT_VALUES));
    return matrix_;
  }

 private:
  // The diagonal of the own nodes, then every edge from both ends, in the order of the tiles.
  void lay_out(const Laplacian& laplacian) {
    const Team& team = sharing_.team();
    const auto own = static_cast<PetscInt>(sharing_.halo().own());
    std::vector<PetscInt> start = team.gather(own);  // of every process's rows
    std::exclusive_scan(start.begin(), start.end(), start.begin(), PetscInt{0});
    std::vector<PetscInt> row_of(laplacian.size());
    std::iota(row_of.begin(), row_of.begin() + own, start[team.rank()]);
    for (std::size_t k = 0; k < sharing_.shared().copies.size(); ++k) {
      const Home& home = sharing_.shared().copies[k];
      row_of[static_cast<std::size_t>(own) + k] = start[home.rank] + static_cast<PetscInt>(home.index);
    }
    std::vector<PetscInt> rows(row_of.begin(), row_of.begin() + own), columns = rows;
    const EdgeTiles& tiles = laplacian.tiles();
    for (std::size_t block = 0; block < tiles.block_count(); ++block)
      tiles.for_each_won_tile(block, [&](std::size_t begin, std::size_t end, std::size_t winners, std::size_t losers) {
        for (std::size_t k = begin; k < end; ++k) {
          const PetscInt winner = row_of[winners + tiles.edges()[k].winner];
          const PetscInt loser = row_of[losers + tiles.edges()[k].loser];
          rows.insert(rows.end(), {winner, loser});
          columns.insert(columns.end(), {loser, winner});
        }
      });
    petsc(MatCreate(team.comm(), &matrix_));
    petsc(MatSetSizes(matrix_, own, own, PETSC_DETERMINE, PETSC_DETERMINE));
    petsc(MatSetType(matrix_, MATAIJ));
    petsc(MatSetOption(matrix_, MAT_SYMMETRIC, PETSC_TRUE));
    petsc(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(rows.size()), rows.data(), columns.data()));
  }

  const TeamSharing& sharing_;
  Mat matrix_ = nullptr;
};

class KrylovSolver final : public LinearSolver {
 public:
  KrylovSolver(const TeamSharing& sharing, std::size_t nodes)
      : sharing_(sharing), entries_(sharing), from_(nodes), to_(nodes) {
    const MPI_Comm comm = sharing.team().comm();
    const auto own = static_cast<PetscInt>(sharing.halo().own());
    petsc(MatCreateShell(comm, own, own, PETSC_DETERMINE, PETSC_DETERMINE, this, &shell_));
    petsc(MatShellSetOperation(shell_, MATOP_MULT, reinterpret_cast<void (*)()>(multiply_vector)));
    petsc(MatShellSetOperation(shell_, MATOP_GET_DIAGONAL, reinterpret_cast<void (*)()>(get_diagonal)));
    petsc(VecCreateMPIWithArray(comm, 1, own, PETSC_DETERMINE, nullptr, &right_side_));
    petsc(VecCreateMPIWithArray(comm, 1, own, PETSC_DETERMINE, nullptr, &solution_));
    petsc(KSPCreate(comm, &krylov_));
    petsc(KSPSetType(krylov_, KSPCG));
    PC preconditioner;
    petsc(KSPGetPC(krylov_, &preconditioner));
    petsc(PCSetType(preconditioner, PCJACOBI));
    // is_done says when to end; PETSc's own limit is 10,000 iterations.
    petsc(KSPSetTolerances(krylov_, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_MAX_INT));
    petsc(KSPSetFromOptions(krylov_));
    KSPType method;
    petsc(KSPGetType(krylov_, &method));
    if (std::string_view(method).ends_with("cg")) petsc(KSPSetNormType(krylov_, KSP_NORM_NATURAL));
    PCType chosen;
    petsc(PCGetType(preconditioner, &chosen));
    if (std::string_view(chosen) == PCGAMG) smooth_by_sweeps();
    wants_entries_ = std::string_view(chosen) != PCJACOBI && std::string_view(chosen) != PCNONE;
    if (wants_entries_) leave_out_constants();
    petsc(KSPSetConvergenceTest(krylov_, is_done, this, nullptr));
  }

  ~KrylovSolver() override {
    KSPDestroy(&krylov_);
    VecDestroy(&solution_);
    VecDestroy(&right_side_);
    MatDestroy(&shell_);
  }

  Report solve(const Laplacian& matrix, std::span<const double> right_side, double tolerance, int max_iterations,
               std::span<double> x, Observer*) override {
    matrix_ = &matrix;
    tolerance_ = tolerance;
    max_iterations_ = max_iterations;
    start_ = last_ = 0;
    std::ranges::fill(x, 0.0);
    petsc(VecPlaceArray(right_side_, right_side.data()));
    petsc(VecPlaceArray(solution_, x.data()));
    petsc(MatAssemblyBegin(shell_, MAT_FINAL_ASSEMBLY));  // its entries are other ones now
    petsc(MatAssemblyEnd(shell_, MAT_FINAL_ASSEMBLY));
    petsc(KSPSetOperators(krylov_, shell_, wants_entries_ ? entries_.filled(matrix) : shell_));
    petsc(KSPSolve(krylov_, right_side_, solution_));
    PetscInt iterations = 0;
    petsc(KSPGetIterationNumber(krylov_, &iterations));
    petsc(VecResetArray(solution_));
    petsc(VecResetArray(right_side_));
    return {static_cast<int>(iterations), start_ > 0 ? last_ / start_ : 0.0};
  }

 private:
  static PetscErrorCode multiply_vector(Mat shell, Vec from, Vec to) {
    KrylovSolver* self;
    PetscCall(MatShellGetContext(shell, &self));
    const PetscScalar* x;
    PetscScalar* y;
    PetscCall(VecGetArrayRead(from, &x));
    PetscCall(VecGetArrayWrite(to, &y));
    try {  // PETSc is C, and no exception may pass through it
      self->multiply(x, y);
    } catch (...) {
      return PETSC_ERR_LIB;
    }
    PetscCall(VecRestoreArrayRead(from, &x));
    PetscCall(VecRestoreArrayWrite(to, &y));
    return 0;
  }

  // Right sides have mean zero, and so have solutions; without a ridge the matrix is singular otherwise.
  void leave_out_constants() {
    MatNullSpace constants;
    petsc(MatNullSpaceCreate(sharing_.team().comm(), PETSC_TRUE, 0, nullptr, &constants));
    petsc(MatSetNullSpace(shell_, constants));
    petsc(MatNullSpaceDestroy(&constants));
  }

  // Multigrid's usual smoother goes by bounds on eigenvalues that weights over many decades make too small, and
  // conjugate gradients then break down. Symmetric sweeps need none. Whoever asks for another gets it.
  static void smooth_by_sweeps() {
    PetscBool is_set = PETSC_FALSE;
    petsc(PetscOptionsHasName(nullptr, nullptr, "-mg_levels_ksp_type", &is_set));
    if (is_set == PETSC_TRUE) return;
    petsc(PetscOptionsSetValue(nullptr, "-mg_levels_ksp_type", "richardson"));
    petsc(PetscOptionsSetValue(nullptr, "-mg_levels_pc_type", "sor"));
  }

  void multiply(const PetscScalar* x, PetscScalar* y) {
    const std::size_t own = sharing_.halo().own();
    std::copy(x, x + own, from_.begin());
    sharing_.refresh(from_);
    matrix_->apply(from_, to_);
    sharing_.collect(to_);
    std::copy(to_.begin(), to_.begin() + static_cast<std::ptrdiff_t>(own), y);
  }

  static PetscErrorCode get_diagonal(Mat shell, Vec diagonal) {
    KrylovSolver* self;
    PetscCall(MatShellGetContext(shell, &self));
    PetscScalar* values;
    PetscCall(VecGetArrayWrite(diagonal, &values));
    std::copy_n(self->matrix_->diagonal().begin(), self->sharing_.halo().own(), values);
    PetscCall(VecRestoreArrayWrite(diagonal, &values));
    return 0;
  }

  static PetscErrorCode is_done(KSP, PetscInt iteration, PetscReal norm, KSPConvergedReason* reason, void* context) {
    auto* self = static_cast<KrylovSolver*>(context);
    if (iteration == 0) self->start_ = norm;
    self->last_ = norm;
    *reason = KSP_CONVERGED_ITERATING;
    if (PetscIsInfOrNanReal(norm))
      *reason = KSP_DIVERGED_NANORINF;
    else if (!(norm > 0) || (iteration > 0 && norm <= self->tolerance_ * self->start_))
      *reason = KSP_CONVERGED_RTOL;
    else if (iteration >= self->max_iterations_)
      *reason = KSP_DIVERGED_ITS;
    return 0;
  }

  const TeamSharing& sharing_;
  EntryMatrix entries_;
  bool wants_entries_ = false;
  const Laplacian* matrix_ = nullptr;
  double tolerance_ = 0, start_ = 0, last_ = 0;
  int max_iterations_ = 0;
  std::vector<double> from_, to_;  // by node
  Mat shell_ = nullptr;
  Vec right_side_ = nullptr, solution_ = nullptr;
  KSP krylov_ = nullptr;
};

}  // namespace

std::unique_ptr<LinearSolver> make_krylov_solver(const TeamSharing& sharing, std::size_t nodes) {
  return std::make_unique<KrylovSolver>(sharing, nodes);
}

}  // namespace pdrank::distributed
