import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import type { Policy, Role } from '../access.ts'
import { limits } from '../limits.ts'
import type { Route } from '../routes/define.ts'
import { defineRoute } from '../routes/define.ts'
import { instant, objectId, pageQuery, plantName, searchText } from '../routes/fields.ts'
import type { Entity, EntityAction } from './define.ts'
import { isTimeZone } from './timeZone.ts'
import { permissionOf } from './define.ts'

const { entity: most } = limits

/** The values themselves are read by the entity's declaration (`read.ts`), whose problems name their field in both languages. */
const values = z.record(z.string().max(64), z.unknown())
const ids = z.array(objectId).min(1).max(most.atOnce)
const one = z.strictObject({ id: objectId })

const row = z.looseObject({
  id: objectId, revision: z.number(), project: z.string().optional(), createdAt: instant, createdBy: z.string(), updatedAt: instant, updatedBy: z.string(),
  titles: z.record(z.string(), z.string()),
})

/** `rolesFrom`: more rows than `total` fit the conditions, and they were not counted to the end. */
const listed = z.object({ rows: z.array(row).readonly(), total: z.number(), atLeast: z.boolean().optional() })

/** `filter[status]=1`: a choice's value, a flag as true or false, a moment as whether there is one, a reference's id; several values with commas between them. */
const listing = z.strictObject({
  ...pageQuery,
  project: plantName.optional(),
  search: searchText.optional(),
  sort: z.string().regex(/^-?[A-Za-z][A-Za-z0-9]{0,63}$/, 'a field, with - before it for the other direction').optional(),
  filter: z.record(z.string().max(64), z.string().max(1000)).optional(),
  /** A field of kind `instant`, `createdAt` or `updatedAt`: only rows where it is not before `from` and before `to`. */
  since: z.string().regex(/^[A-Za-z]\w{0,63}$/).optional(),
  from: z.string().regex(/^\d{1,16}$/).transform(Number).optional(),
  to: z.string().regex(/^\d{1,16}$/).transform(Number).optional(),
})

/** One wrong cell of an import: its row counts from 1 below the header. */
const cellFault = z.object({ row: z.number(), field: z.string(), words: z.object({ en: z.string(), zh: z.string() }) })

export const importStates = ['checked', 'running', 'done', 'stopped', 'failed'] as const
const importJob = z.object({
  id: objectId, entity: z.string(), state: z.enum(importStates), total: z.number(), done: z.number(),
  /** The first of them; `faultCount` says how many there are. Nothing is written while there is one. */
  faults: z.array(cellFault).readonly(), faultCount: z.number(),
  /** After a stop or a failure: rows that others refer to by now and that could not be taken back; the faults name them. */
  kept: z.number().optional(),
})
export type ImportJob = z.output<typeof importJob>
export type CellFault = z.output<typeof cellFault>

const event = z.object({
  at: instant, who: z.string(), move: z.string(), from: z.union([z.string(), z.number()]), to: z.union([z.string(), z.number()]), values: z.record(z.string(), z.unknown()),
})
/** A move that was made: the row's history. */
export type RowEvent = z.output<typeof event>

/**
 * The routes of one entity, by the part of their id behind the dot: `cabinet.list`. What the declaration does not allow is
 * not among them: a log has no `create`.
 */
export function routesOf(entity: Entity): Readonly<Record<string, Route>> {
  const known = declared.get(entity)
  if (known) return known
  const routes = declare(entity)
  declared.set(entity, routes)
  return routes
}

/** Every row of a list asks what may be done with it. */
const declared = new WeakMap<Entity, Readonly<Record<string, Route>>>()

function declare(entity: Entity): Readonly<Record<string, Route>> {
  const base = `/api/${entity.path}`
  const { read, write, remove } = entity.roles
  const policy = (role: Role, action: EntityAction, perMinute?: number): Policy => ({
    roles: rolesFrom(role), scope: entity.scope === 'project' ? 'project' : 'none', permission: permissionOf(entity, action),
    ...(perMinute === undefined ? {} : { limit: { perMinute } }),
  })
  const writing = limits.http.writesPerMinute
  const routes: Record<string, Route> = {
    list: defineRoute({ method: 'GET', path: base, policy: policy(read, 'list'), query: listing, answer: listed }),
    /** All rows of a listing, up to `limits.entity.exportRows`, for a spreadsheet; of none it refuses, unless `orNone` says that none is an answer. */
    export: defineRoute({ method: 'GET', path: `${base}/export`, policy: policy(read, 'export', 30), query: listing.omit({ page: true, pageSize: true }).extend({ orNone: z.literal('1').optional() }), answer: listed }),
    /** Rows to choose from: their ids and titles, by what was typed or by ids. */
    options: defineRoute({
      method: 'GET', path: `${base}/options`, policy: policy(read, 'list'),
      query: z.strictObject({ project: plantName.optional(), search: searchText.optional(), ids: z.string().max(4000).optional() }),
      answer: z.array(z.object({ id: objectId, title: z.string(), project: z.string().optional() })).readonly(),
    }),
    read: defineRoute({ method: 'GET', path: `${base}/:id`, policy: policy(read, 'read'), params: one, answer: row }),
  }
  if (entity.lifecycle) {
    routes['events'] = defineRoute({ method: 'GET', path: `${base}/:id/events`, policy: policy(read, 'read'), params: one, answer: z.array(event).readonly() })
    for (const [name, move] of Object.entries(entity.lifecycle.moves)) {
      if (move.hidden) continue
      routes[name] = defineRoute({ method: 'POST', path: `${base}/:id/${kebab(name)}`, policy: policy(move.role ?? write, name, writing), params: one, body: values, answer: row })
    }
  }
  if (entity.origin === 'server') return routes
  return {
    ...routes,
    /** With `project` beside the values where the entity is in projects. */
    create: defineRoute({
      method: 'POST', path: base, policy: policy(write, 'add', writing), bodyBytes: limits.entity.bodyBytes,
      body: entity.scope === 'project' ? z.strictObject({ project: plantName, values, overwrite: z.boolean().optional() }) : z.strictObject({ values, overwrite: z.boolean().optional() }), answer: row,
    }),
    /** What is given is changed, the rest stays. `overwrite` says that a binding elsewhere may be taken over. */
    update: defineRoute({
      method: 'PUT', path: `${base}/:id`, policy: policy(write, 'edit', writing), params: one, ifMatch: true, bodyBytes: limits.entity.bodyBytes,
      body: z.strictObject({ values, overwrite: z.boolean().optional() }), answer: row,
    }),
    /** The same values into many rows, all or nothing. */
    updateMany: defineRoute({
      method: 'POST', path: `${base}/update`, policy: policy(write, 'edit', 60), bodyBytes: limits.entity.bodyBytes,
      body: z.strictObject({ ids, values, overwrite: z.boolean().optional() }), answer: z.object({ changed: z.number() }),
    }),
    remove: defineRoute({ method: 'DELETE', path: `${base}/:id`, policy: policy(remove, 'remove', writing), params: one }),
    removeMany: defineRoute({
      method: 'POST', path: `${base}/remove`, policy: policy(remove, 'remove', 60), bodyBytes: limits.entity.bodyBytes, body: z.strictObject({ ids }), answer: z.object({ removed: z.number() }),
    }),
    ...(entity.imports ? importRoutes(entity, base, policy(write, 'import', 60)) : {}),
  }
}

const cells = z.array(z.record(z.string().max(64), z.union([z.string().max(4000), z.number(), z.boolean(), z.null()]))).min(1).max(most.importRows)
/** Whose clock the dates of the sheet mean, which say no zone; the project's where it is left out. */
const zone = z.string().max(64).refine(isTimeZone, 'a time zone such as Asia/Shanghai').optional()

/** Bodies of imports, of entities in projects and of others. */
export const importBodies = { project: z.strictObject({ project: plantName, rows: cells, zone }), none: z.strictObject({ rows: cells, zone }) } as const

/** Upload and check, then start or stop; the answers say how far it is. All rows are written or none. */
function importRoutes(entity: Entity, base: string, policy: Policy): Record<string, Route> {
  return {
    importCheck: defineRoute({
      method: 'POST', path: `${base}/imports`, policy, bodyBytes: most.importBytes,
      body: importBodies[entity.scope === 'project' ? 'project' : 'none'], answer: importJob,
    }),
    importRead: defineRoute({ method: 'GET', path: `${base}/imports/:id`, policy: { ...policy, limit: { perMinute: 600 } }, params: one, answer: importJob }),
    importStart: defineRoute({ method: 'POST', path: `${base}/imports/:id/start`, policy, params: one, answer: importJob }),
    importStop: defineRoute({ method: 'POST', path: `${base}/imports/:id/stop`, policy, params: one, answer: importJob }),
  }
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
