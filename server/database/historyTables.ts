/**
 * The history's tables. A reading is known by tag, source time and value: a message that comes twice is stored once, two
 * values of one millisecond are both kept. There is no reference to `tag`: its check halved the rate of writing. A day
 * is a partition, because dropping one is the only cheap way to forget.
 */
export const historyStatements: readonly string[] = [
  `create table tag_history (
    tag int not null, at timestamptz not null, value float8 not null, quality smallint not null, text text,
    primary key (tag, at, value)) partition by range (at)`,
  `create table tag_history_rest partition of tag_history default`,
  `create table newest_value (
    tag int primary key, at timestamptz not null, value float8 not null, quality smallint not null, text text)`,
]
