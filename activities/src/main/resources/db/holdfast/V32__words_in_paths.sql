-- The parser of words takes a path for one word: who looks for 'app' means 'src/app.py', too.
create function searchable(written text) returns text language sql immutable parallel safe as $$
    select translate(written, '/.:=_-"\,;()[]{}<>|&$@#!?*+~`%^''', repeat(' ', 40))
$$;
