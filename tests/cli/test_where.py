"""--where: some of the rows."""

from conftest import run


def test_where_leaves_rows_out(write):
    votes = write("votes.csv", 'winner,loser,language\nA,B,en\nB,C,en\nC,A,fr\nA,C,"en, fr"\n')
    ran = run("rank", "--where", "language!=fr", votes, "--method", "borda", "--format", "csv")
    assert ran.status == 0
    assert "* 1 of 4 rows was left out by --where language!=fr.\n" in ran.err
    both = run("rank", votes, "--where", "language!=fr", "--where", "language=en", "--method", "borda")
    assert "2 of 4 rows were left out by --where language!=fr and language=en." in " ".join(both.out.split())
    nothing = run("rank", votes, "--where", "language!=it", "--method", "borda")
    assert "* --where language!=it leaves out no row." in nothing.out
    none = run("rank", votes, "--where", "language=de")
    assert none.status == 3
    assert "no row has language=de; the most frequent values are 'en' (2), 'en, fr' (1) and 'fr' (1)" in none.err
    assert run("rank", votes, "--where", "language").status == 2
