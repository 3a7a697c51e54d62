import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

export interface AuditFault {
  /** Position in the chain; null if the row is not in the chain. */
  readonly position: string | null
  /** Id of the row. */
  readonly row: string | null
  readonly kind: 'altered' | 'removed' | 'unlinked' | 'added' | 'cut' | 'replaced'
}

export interface AuditVerdict {
  readonly rows: number
  /**
   * End of the chain as `position:hash`. A copy stored elsewhere can prove later that nothing before it was rewritten.
   */
  readonly head: string
  readonly faults: readonly AuditFault[]
}

interface ChainRow {
  readonly position: string
  readonly audit: string
  readonly prev: Buffer
  readonly hash: Buffer
  readonly parts: readonly string[] | null
}

const pageRows = 2_000
const maxFaults = 100
const start = createHash('sha256').update('mimic audit').digest()

/**
 * Verifies the hash chain of the audit log, independently of the database function. `expected`: a head recorded
 * earlier, which must still be part of the chain.
 */
export async function verifyAudit(client: ClientBase, expected?: string): Promise<AuditVerdict> {
  const faults: AuditFault[] = []
  const fault = (kind: AuditFault['kind'], position: string | null, row: string | null): void => {
    if (faults.length < maxFaults) faults.push({ kind, position, row })
  }
  let last = 0n
  let before: Buffer = start
  let rows = 0
  let hasExpected = expected === undefined
  for (;;) {
    const { rows: page } = await client.query<ChainRow>(
      `
      select c.position::text, c.audit::text, c.prev, c.hash, case when a.id is null then null else array[
        a.id::text, (extract(epoch from a.at) * 1000000)::bigint::text, a.who, a.role, a.address, a.object, a.action, a.content, a.request, a.client] end as parts
      from audit_chain c left join audit a on a.id = c.audit where c.position > $1::bigint order by c.position limit ${pageRows}`,
      [String(last)],
    )
    for (const { position, audit, prev, hash, parts } of page) {
      if (BigInt(position) !== last + 1n || !prev.equals(before)) fault('unlinked', position, audit)
      if (!parts) fault('removed', position, audit)
      else if (!createHash('sha256').update(prev).update(encodeCanonical(parts)).digest().equals(hash))
        fault('altered', position, audit)
      last = BigInt(position)
      before = hash
      rows++
      if (expected === `${position}:${hash.toString('hex')}`) hasExpected = true
    }
    if (page.length < pageRows) break
  }
  const { rows: strays } = await client.query<{ id: string }>(`
    select id::text from audit a where not exists (select from audit_chain c where c.audit = a.id) order by id limit ${maxFaults}`)
  for (const { id } of strays) fault('added', null, id)
  const {
    rows: [head],
  } = await client.query<{ position: string; hash: Buffer }>('select position::text, hash from audit_head')
  if (head?.position !== String(last) || !head.hash.equals(before)) fault('cut', head?.position ?? null, null)
  if (!hasExpected) fault('replaced', expected?.split(':')[0] ?? null, null)
  return { rows, head: `${last}:${before.toString('hex')}`, faults }
}

const encodeCanonical = (parts: readonly string[]): string =>
  parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(',')
