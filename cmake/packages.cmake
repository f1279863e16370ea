# A package for Debian by CPack (`make deb`): the program of this build, its manual page and its completions.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pdrank)
set(CPACK_PACKAGE_VENDOR "the pdrank maintainers")
set(CPACK_PACKAGE_CONTACT "the pdrank maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Ranks items from noisy pairwise comparisons and says how far to trust each of them")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};pdrank;program;/")
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # packing builds nothing; make deb has built the program
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libpq5, coinor-libclp1") # loaded when they are needed
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
include(CPack)
