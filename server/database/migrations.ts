import type { Kysely, Migration } from 'kysely'
import { sql } from 'kysely'
import { accountStatements } from './tables/accountTables.ts'
import { auditChainStatements } from './audit/auditChain.ts'
import { bridgeStatements } from './tables/bridgeTables.ts'
import { deviceCredentialStatements } from './tables/deviceCredentialTables.ts'
import { displayStatements, operatingDisplayStatements } from './tables/displayTables.ts'
import { faultLimitStatements } from './tables/faultLimitTables.ts'
import { aggregateStatements, aggregateVarianceStatements, historyStatements } from './tables/historyTables.ts'
import { lightOverrideStatements } from './tables/lightOverrideTables.ts'
import { recycledStatements } from './tables/recycledTables.ts'
import { revisionStatements } from './tables/revisionTables.ts'
import { sceneStatements } from './tables/sceneTables.ts'
import { secondStepStatements } from './tables/secondStepTables.ts'
import { serverAlarmAcknowledgementStatements, serverAlarmStatements } from './tables/serverAlarmTables.ts'
import { renewedTokenStatements, sessionTokenStatements } from './tables/sessionTokenTables.ts'
import { shareStatements } from './tables/shareTables.ts'
import { textCommandStatements } from './tables/textCommandTables.ts'
import { tokenStatements } from './tables/tokenTables.ts'
import { undeclaredStatements } from './tables/undeclaredTables.ts'

/**
 * All migrations, oldest first, keyed by the name that is recorded. All pending ones run in one transaction. Use only
 * SQL that PostgreSQL 15 supports. Never edit a released migration; add a new one.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-21-first': { up: first },
  '2026-11-21-passwords-of-components': { up: passwordsOfComponents },
  '2026-11-22-descriptions-and-library': { up: descriptionsAndLibrary },
  '2026-11-23-accounts': { up: accounts },
  '2026-11-23-files': { up: files },
  '2026-11-24-tokens-and-audit-chain': { up: (db) => runAll(db, [...tokenStatements, ...auditChainStatements]) },
  '2026-11-25-private-drawings': { up: privateDrawings },
  '2026-11-26-wall-displays': { up: wallDisplays },
  '2026-11-27-shares': { up: (db) => runAll(db, shareStatements) },
  '2026-11-28-second-step': { up: (db) => runAll(db, secondStepStatements) },
  '2026-11-29-own-tags': { up: ownTags },
  '2026-11-30-stars': { up: stars },
  '2026-12-01-commands-of-tags': { up: (db) => runAll(db, [`create index command_tag on command (tag, created_at)`]) },
  '2026-12-02-tokens-of-sessions': { up: (db) => runAll(db, sessionTokenStatements) },
  '2026-12-03-scene-values': { up: (db) => runAll(db, sceneStatements) },
  '2026-12-04-renewed-tokens': { up: (db) => runAll(db, renewedTokenStatements) },
  // Redundant with the index that each entity with a plant device has (`entityTables.ts`); every write updated both.
  '2026-12-05-one-index-of-plant-devices': {
    up: (db) => runAll(db, [`drop index if exists platform_device_of_plant`]),
  },
  '2026-12-06-revisions-of-drawings': { up: (db) => runAll(db, revisionStatements) },
  '2026-12-07-displays': { up: (db) => runAll(db, displayStatements) },
  '2026-12-08-history-aggregates': { up: (db) => runAll(db, aggregateStatements) },
  '2026-12-09-recycle-bin': { up: (db) => runAll(db, recycledStatements) },
  '2026-12-10-server-alarms': { up: (db) => runAll(db, serverAlarmStatements) },
  '2026-12-11-undeclared-devices': { up: (db) => runAll(db, undeclaredStatements) },
  '2026-12-12-operating-displays': { up: (db) => runAll(db, operatingDisplayStatements) },
  '2026-12-13a-device-credentials': { up: (db) => runAll(db, deviceCredentialStatements) },
  '2026-12-13c-scripts-of-one-product': { up: scriptsOfOneProduct },
  '2026-12-13d-bridge-messages': { up: (db) => runAll(db, bridgeStatements) },
  '2026-12-14-acknowledged-server-alarms': { up: (db) => runAll(db, serverAlarmAcknowledgementStatements) },
  '20261128_2310_text_commands': { up: (db) => runAll(db, textCommandStatements) },
  '20261129_0540_history_variance': { up: (db) => runAll(db, aggregateVarianceStatements) },
  '20261129_0600_light_overrides': { up: (db) => runAll(db, lightOverrideStatements) },
  '20261129_0720_fault_limits': { up: (db) => runAll(db, faultLimitStatements) },
  '20261129_0800_timetable_events': { up: timetableEvents },
}

const statements = [
  `create table account (
    id text primary key, name text not null unique, role text not null check (role in ('super', 'manager', 'operator')),
    password text not null, must_change boolean not null, enabled boolean not null default true, created_at timestamptz not null)`,
  `create table project (id text primary key, name text not null, created_at timestamptz not null)`,
  `create table project_grant (
    account text not null references account (id) on delete cascade, project text not null references project (id) on delete cascade,
    role text not null check (role in ('manager', 'operator')), primary key (account, project))`,
  `create table session (
    id text primary key, token_hash text not null unique, previous_hash text unique, previous_until timestamptz,
    account text not null references account (id) on delete cascade, address text not null,
    signed_in_at timestamptz not null, seen_at timestamptz not null, expires_at timestamptz not null, ended text)`,
  `create index session_account on session (account)`,
  `create index session_expiry on session (expires_at)`,
  `create table login_failure (
    name text not null, address text not null, count int not null, last_at timestamptz not null, wait_until timestamptz not null,
    primary key (name, address))`,
  `create table drawing (
    id text primary key, project text not null references project (id), name text not null, revision int not null, body text not null,
    hash text not null, components int not null, width float8 not null, height float8 not null,
    created_at timestamptz not null, updated_at timestamptz not null, updated_by text not null)`,
  `create index drawing_project on drawing (project, name)`,
  `create table tag (
    id serial primary key, path text not null unique, project text not null references project (id), device text not null,
    point text not null, unit text not null, kind text not null check (kind in ('number', 'flag', 'text')),
    min float8, max float8, writable boolean not null, en text not null, zh text not null)`,
  `create index tag_project on tag (project, path)`,
  ...historyStatements,
  `create table command (
    id text primary key, account text not null, idempotency_key text not null, body_hash text not null, tag text not null,
    value float8 not null, by text not null, state text not null, created_at timestamptz not null, expires_at timestamptz not null,
    result text, unique (account, idempotency_key))`,
  `create index command_open on command (expires_at) where state in ('queued', 'sent')`,
  `create table audit (
    id bigserial primary key, at timestamptz not null, who text not null, role text not null, address text not null,
    object text not null, action text not null, content text not null, request text not null)`,
  `create index audit_object on audit (object, id)`,
  `create index audit_who on audit (who, action, at)`,
  `create table setting (key text primary key, value text not null)`,
]

async function passwordsOfComponents(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table component_password (
    drawing text not null references drawing (id) on delete cascade, component text not null, password text not null,
    set_at timestamptz not null, set_by text not null, primary key (drawing, component))`)
    .execute(db)
}

async function descriptionsAndLibrary(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table drawing add column description text not null default '', add column cover text, add column cover_mark text,
    add column floor text`)
    .execute(db)
  await sql
    .raw(`create table library_entry (
    id text primary key, name text not null, type text not null, is_public boolean not null, revision int not null, body text not null,
    hash text not null, components int not null, params int not null, width float8 not null, height float8 not null, creator text not null,
    created_by text not null, created_at timestamptz not null, updated_at timestamptz not null, updated_by text not null)`)
    .execute(db)
  await sql.raw(`create index library_entry_type on library_entry (type, name)`).execute(db)
}

/** Existing drawings are public; their creator is unknown. */
async function privateDrawings(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table drawing add column is_public boolean not null default true, add column creator text`)
    .execute(db)
}

async function wallDisplays(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table account add column is_wall boolean not null default false`).execute(db)
}

/** Tags created by custom topics. Only those are described by thing models. */
async function ownTags(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table tag add column is_own boolean not null default false`).execute(db)
}

/** Starred drawings by account. A star is deleted with its account or drawing. */
async function stars(db: Kysely<unknown>): Promise<void> {
  await runAll(db, [
    `create table drawing_star (
      account text not null references account (id) on delete cascade, drawing text not null references drawing (id) on delete cascade, primary key (account, drawing))`,
    `create index drawing_star_drawing on drawing_star (drawing)`,
  ])
}

/** Existing scripts belong to one product. On a new database the table is created later. */
async function scriptsOfOneProduct(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`do $$ begin if to_regclass('scada_script') is not null then
    alter table scada_script add column if not exists products text collate "C";
    update scada_script set products = 'one' where products is null;
  end if; end $$`)
    .execute(db)
}

/** Points of timetables from before sunrise and sunset are clock times. */
async function timetableEvents(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`do $$ begin if to_regclass('lighting_timetable') is not null then
    update lighting_timetable set points = (select jsonb_agg('{"event":"clock"}'::jsonb || point order by place) from jsonb_array_elements(points) with ordinality as p(point, place))
      where jsonb_typeof(points) = 'array' and jsonb_array_length(points) > 0;
  end if; end $$`)
    .execute(db)
}

async function files(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table stored_file (
    id text primary key, project text references project (id) on delete cascade, name text not null, type text not null, bytes bigint not null,
    hash text not null, purpose text not null, uploader text not null, uploaded_by text not null, created_at timestamptz not null)`)
    .execute(db)
  await sql.raw(`create index stored_file_project on stored_file (project)`).execute(db)
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  for (const statement of accountStatements) await sql.raw(statement).execute(db)
}

async function runAll(db: Kysely<unknown>, several: readonly string[]): Promise<void> {
  for (const statement of several) await sql.raw(statement).execute(db)
}

async function first(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
