// PETSc reports errors as codes.
#pragma once

#include <petscsys.h>

#include <fmt/format.h>

#include <stdexcept>

namespace pdrank::distributed {

inline void petsc(PetscErrorCode code) {
  if (code == 0) return;
  const char* text = nullptr;
  PetscErrorMessage(code, &text, nullptr);
  throw std::runtime_error(fmt::format("PETSc: {}", text ? text : "unknown error"));
}

}  // namespace pdrank::distributed
