/**
 * Current values of entered and computed scene variables, and data collected for their periods. There are no foreign
 * keys to entity tables, which are created later; the server deletes rows without a variable.
 */
export const sceneStatements: readonly string[] = [
  `create table scene_value (
    variable text primary key, scene text not null, scene_name text not null, project text not null references project (id) on delete cascade,
    device text not null, tag text not null, revision int not null, from_at timestamptz, at timestamptz, value float8, text text,
    quality smallint not null, reason text, about text not null, entered_by text)`,
  `create index scene_value_tag on scene_value (tag)`,
  `create index scene_value_project on scene_value (project)`,
  `create table scene_fold (
    variable text not null references scene_value (variable) on delete cascade, tag text not null, from_at timestamptz not null, fold jsonb not null,
    primary key (variable, tag, from_at))`,
]
