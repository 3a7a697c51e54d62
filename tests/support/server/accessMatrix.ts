import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import type { Route } from '../../../contract/routes.ts'
import type { Request } from './api.ts'
import { addAccount, call, callRoute, signIn, sqlIn } from './api.ts'
import type { RunningServer } from './server.ts'

/** Callers in column order: unauthenticated ones, accounts of another project, and the roles in the project itself. */
export const callers = [
  'none',
  'garbage',
  'expired',
  'audience',
  'share',
  'foreign',
  'operator',
  'manager',
  'super',
] as const
export type CallerKind = (typeof callers)[number]

/** Environment of the server. Each caller uses its own address because of per-address limits. */
export const matrixEnv = {
  MIMIC_TRUSTED_PROXIES: '127.0.0.1, ::1',
  MIMIC_GATEWAY_TOKEN: 'a-gateway-credential-of-the-matrix',
}

/**
 * One route of the matrix. `request` is created per caller, so that a caller does not depend on objects removed by
 * another.
 */
export interface MatrixRow {
  readonly id: string
  readonly route: Pick<Route, 'method' | 'path'>
  readonly request: (caller: CallerKind) => Request | Promise<Request>
}

/**
 * Returns the callers' tokens. `audience`: the gateway credential, valid for MQTT only. `share`: a share-link session
 * of the project.
 */
export async function matrixTokens(
  server: RunningServer,
  admin: string,
  project: string,
): Promise<Readonly<Record<CallerKind, string | undefined>>> {
  const { token: operator } = await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])
  const expired = await addAccount(server, admin, 'super', [])
  await sqlIn(
    server,
    `update session set expires_at = now() - interval '1 second' where account in (select id from account where name = $1)`,
    [expired.name],
  )
  const drawing = await call(server, 'drawing.create', { token: admin, body: { project, name: 'Shared' } })
  const share = await call(server, 'share.create', {
    token: admin,
    params: { id: drawing.data.id },
    body: { password: null, expiresAt: null },
  })
  const opened = await call(server, 'share.open', { body: { share: share.data.id } })
  if (opened.status !== 200) throw new Error(opened.text)
  return {
    none: undefined,
    garbage: randomBytes(32).toString('base64url'),
    expired: expired.token,
    audience: matrixEnv.MIMIC_GATEWAY_TOKEN,
    share: opened.data.token,
    foreign: (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token,
    operator,
    manager: (await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])).token,
    super: await signIn(server),
  }
}

/**
 * Returns the matrix as text, one route per line: 401, 403 and 404, or `in` if access was granted, whatever the further
 * result. Responses with a server error fail.
 */
export async function createMatrix(
  server: RunningServer,
  rows: readonly MatrixRow[],
  tokens: Readonly<Record<CallerKind, string | undefined>>,
): Promise<string> {
  const widest = Math.max(...rows.map(({ id }) => id.length))
  const lines = [
    '# 401, 403: refused. 404: not there, or not for this caller. in: past the door. audience: the credential of gateways; share: a session of a shared drawing; foreign: a manager of another project.',
    `${'route'.padEnd(widest)}  ${callers.map((caller) => caller.padEnd(8)).join('  ')}`.trimEnd(),
  ]
  let address = 0
  for (const { id, route, request } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const cells: string[] = []
    for (const caller of callers) {
      const { headers, token = tokens[caller], ...rest } = await request(caller)
      address++
      const { status, text } = await callRoute(server, route, {
        ...rest,
        ...(token === undefined ? {} : { token }),
        headers: {
          ...headers,
          'x-forwarded-for': `203.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
        },
      })
      if (status >= 500 || status === 429) throw new Error(`${id} answered ${caller} ${status} ${text}`)
      cells.push([401, 403, 404].includes(status) ? String(status) : 'in')
    }
    lines.push(`${id.padEnd(widest)}  ${cells.map((cell) => cell.padEnd(8)).join('  ')}`.trimEnd())
  }
  return `${lines.join('\n')}\n`
}

/** Compares with the reviewed matrix. `UPDATE_GOLDEN=1` rewrites it for review. */
export function expectReviewed(name: string, matrix: string): void {
  const folder = resolve(import.meta.dirname, '../../wire/golden')
  const file = resolve(folder, name)
  if (process.env['UPDATE_GOLDEN']) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, matrix)
  }
  expect(matrix).toBe(readFileSync(file, 'utf8'))
}
