/** Details of accounts and projects, the client recorded in the audit log, and used single sign-on tokens. */
export const accountStatements: readonly string[] = [
  `alter table account add column full_name text, add column phone text, add column email text, add column post text,
    add column roles jsonb not null default '[]', add column last_sign_in_at timestamptz, add column revision int not null default 1,
    add column created_by text not null default 'server', add column updated_at timestamptz, add column updated_by text not null default 'server'`,
  `alter table project add column description text, add column edition text not null default 'street', add column drawing text references drawing (id) on delete set null,
    add column time_zone text default 'Asia/Shanghai', add column revision int not null default 1,
    add column created_by text not null default 'server', add column updated_at timestamptz, add column updated_by text not null default 'server'`,
  `create index project_grant_project on project_grant (project)`,
  `alter table audit add column client text not null default ''`,
  `create index audit_at on audit (at, id)`,
  `create table single_sign_on (app text not null, jti text not null, expires_at timestamptz not null, primary key (app, jti))`,
]
