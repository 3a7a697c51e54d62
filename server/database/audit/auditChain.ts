import type { ColumnType } from 'kysely'

/**
 * Hash chain of the audit log. Each hash covers a row and the previous hash, so changed, removed or inserted rows break
 * the chain. A deferred trigger writes it at the end of each transaction. The head of the chain is locked last, after
 * all other locks, so concurrent changes cannot deadlock. Audit rows are never updated; their positions and hashes are
 * stored in a separate table.
 */
export const auditChainStatements: readonly string[] = [
  `create table audit_chain (position bigint primary key, audit bigint not null unique, prev bytea not null, hash bytea not null)`,
  `create table audit_head (only_one boolean primary key default true check (only_one), position bigint not null, hash bytea not null)`,
  `insert into audit_head (position, hash) values (0, sha256('mimic audit'::bytea))`,
  // Each part is prefixed with its length, so that no two rows have the same text. Additional columns require a new
  // function for new rows.
  `create function audit_text(r audit) returns text language sql stable as $$
    select string_agg(octet_length(convert_to(part, 'UTF8')) || ':' || part, ',' order by place) from unnest(array[
      r.id::text, (extract(epoch from r.at) * 1000000)::bigint::text, r.who, r.role, r.address, r.object, r.action, r.content, r.request, r.client
    ]) with ordinality as parts (part, place) $$`,
  // The first row of a transaction also processes the others, so the head is written once.
  `create function audit_chained() returns trigger language plpgsql as $$
    declare
      last bigint; before bytea; made bytea; r audit;
    begin
      if exists (select from audit_chain where audit = new.id) then return null; end if;
      select position, hash into strict last, before from audit_head for update;
      for r in select a.* from audit a where a.id >= new.id and not exists (select from audit_chain c where c.audit = a.id) order by a.id loop
        last := last + 1;
        made := sha256(before || convert_to(audit_text(r), 'UTF8'));
        insert into audit_chain (position, audit, prev, hash) values (last, r.id, before, made);
        before := made;
      end loop;
      update audit_head set position = last, hash = before;
      return null;
    end $$`,
  `create constraint trigger audit_chained after insert on audit deferrable initially deferred for each row execute function audit_chained()`,
  // Adds the rows written before the chain existed.
  `do $$
    declare
      last bigint := 0; before bytea; made bytea; r audit;
    begin
      select hash into strict before from audit_head;
      for r in select * from audit order by id loop
        last := last + 1;
        made := sha256(before || convert_to(audit_text(r), 'UTF8'));
        insert into audit_chain (position, audit, prev, hash) values (last, r.id, before, made);
        before := made;
      end loop;
      update audit_head set position = last, hash = before;
    end $$`,
]

export interface AuditChainTable {
  position: ColumnType<string, never, never>
  audit: ColumnType<string, never, never>
  prev: Buffer
  hash: Buffer
}

export interface AuditHeadTable {
  position: ColumnType<string, never, never>
  hash: Buffer
}
