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

/**
 * Minutes and hours of a tag: lowest, highest and mean of its stored values of good quality, how many values were stored, and how many of
 * them were good. `tag_late` names hours for which a value came after they had been aggregated. They are not partitioned: a row stands for
 * many, so deleting in batches is cheap enough.
 */
export const aggregateStatements: readonly string[] = [
  ...['tag_minute', 'tag_hour'].map((table) => `create table ${table} (
    tag int not null, at timestamptz not null, low float8, high float8, mean float8, count int not null, good int not null, primary key (tag, at))`),
  `create table tag_late (tag int not null, at timestamptz not null, primary key (tag, at))`,
]
