/**
 * Several tokens per session, each valid for 15 minutes. Existing sessions have no refresh token; their token is valid
 * for another 15 minutes.
 */
export const sessionTokenStatements: readonly string[] = [
  `create table session_token (
    hash text primary key, session text not null references session (id) on delete cascade, renewal int not null, expires_at timestamptz not null)`,
  `create index session_token_session on session_token (session)`,
  `insert into session_token (hash, session, renewal, expires_at) select token_hash, id, 0, now() + interval '15 minutes' from session where ended is null`,
  `alter table session drop column token_hash, drop column previous_hash, drop column previous_until,
    add column renewals int not null default 0, add column renewed_at timestamptz, add column confirmed int not null default 0`,
]

/** Time at which a token was renewed, so that renewed tokens can be deleted after they expire. */
export const renewedTokenStatements: readonly string[] = [
  `alter table session_token add column renewed_at timestamptz`,
  `create index session_token_renewed on session_token (expires_at) where renewed_at is not null`,
]
