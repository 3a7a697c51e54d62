/** Commands with a text instead of a number, and the list of values that a point accepts. */
export const textCommandStatements = [
  `alter table command alter column value drop not null, add column if not exists text text,
    drop constraint if exists command_has_one_value`,
  `alter table command add constraint command_has_one_value check ((value is null) <> (text is null))`,
  `alter table tag add column if not exists options jsonb`,
]
