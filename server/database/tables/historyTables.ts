/**
 * Tables of the history. The key is tag, source time and value: a duplicate message is stored once, and two values in
 * the same millisecond are both kept. There is no foreign key to `tag`, because its check halved the write rate. Each
 * day is a partition, because dropping a partition is the only cheap way to delete data.
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
 * Minute and hour aggregates: lowest, highest and mean of the stored values of good quality, number of stored values,
 * and number of good ones. `tag_late` lists hours with values that arrived after aggregation. The tables are not
 * partitioned: one row replaces many, so deleting in batches is cheap enough.
 */
export const aggregateStatements: readonly string[] = [
  ...['tag_minute', 'tag_hour'].map(
    (table) => `create table ${table} (
    tag int not null, at timestamptz not null, low float8, high float8, mean float8, count int not null, good int not null, primary key (tag, at))`,
  ),
  `create table tag_late (tag int not null, at timestamptz not null, primary key (tag, at))`,
]

/**
 * Variance of the values of good quality (population), for the standard deviation of long periods. Null in aggregates
 * of earlier versions.
 */
export const aggregateVarianceStatements: readonly string[] = ['tag_minute', 'tag_hour'].map(
  (table) => `alter table ${table} add column variance float8`,
)
