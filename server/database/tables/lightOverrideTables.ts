/**
 * Manual settings of lamps and loops with their reason and end. `is_held`: the program does not command the target until
 * the end; otherwise the end is the next point of the program, null if daylight decides. `target`: id of a pole or loop.
 */
export const lightOverrideStatements: readonly string[] = [
  `create table light_override (
    target text primary key, project text not null references project (id) on delete cascade, kind text not null, account text not null, by text not null,
    reason text not null, scene int, setting jsonb not null, is_held boolean not null, created_at timestamptz not null, ends_at timestamptz)`,
  `create index light_override_end on light_override (ends_at)`,
]
