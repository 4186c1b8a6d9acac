from __future__ import annotations

from sqlalchemy import create_mock_engine
from sqlalchemy.dialects import postgresql

from companion.store import schema


def test_on_postgresql_too_the_log_is_append_only() -> None:
    """Compiled, not run: no server is needed to see that both tables get their trigger."""
    statements: list[str] = []

    def note(sql: object, *_: object, **__: object) -> None:
        statements.append(str(sql.compile(dialect=postgresql.dialect())))  # type: ignore[attr-defined]

    engine = create_mock_engine("postgresql+psycopg://", note)
    schema.metadata.create_all(engine, checkfirst=False)  # type: ignore[arg-type]
    text = "\n".join(statements)
    for table in ("games", "entries"):
        assert f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE" in text
    assert "RAISE(ABORT" not in text, "that is SQLite's"
