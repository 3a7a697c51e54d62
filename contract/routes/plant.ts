import * as z from 'zod'
import { atLeast, roles } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { givenName, instant, objectId, pageOf, pageQuery, plantName, searchText, tagPath } from './fields.ts'

const reading = { roles: atLeast('operator'), scope: 'project' } as const

const tag = z.object({
  path: tagPath, project: plantName, device: plantName, point: z.string(), unit: z.string(),
  kind: z.enum(['number', 'flag', 'text']), min: z.number().nullable(), max: z.number().nullable(), writable: z.boolean(),
  words: z.object({ en: z.string(), zh: z.string() }),
})
export type Tag = z.output<typeof tag>

export const commandStates = ['queued', 'sent', 'succeeded', 'failed', 'expired', 'unknown'] as const
/**
 * queued: stored. sent: handed to the broker. succeeded, failed: the device answered. expired: it never left in
 * time. unknown: it left and no answer came, so it may have been obeyed; it is never sent again by itself.
 */
export type CommandState = (typeof commandStates)[number]

const command = z.object({
  id: objectId, tag: tagPath, value: z.number(), by: z.string(), state: z.enum(commandStates),
  createdAt: instant, expiresAt: instant, result: z.string().nullable(),
})
export type Command = z.output<typeof command>

const project = z.object({ id: plantName, name: z.string(), role: z.enum(roles) })
export type Project = z.output<typeof project>

export const plantRoutes = {
  'project.list': defineRoute({
    method: 'GET', path: '/api/projects', policy: { roles: atLeast('operator'), scope: 'self' }, answer: z.array(project).readonly(),
  }),
  'project.create': defineRoute({
    method: 'POST', path: '/api/projects', policy: { roles: atLeast('super'), scope: 'none' },
    body: z.strictObject({ id: plantName, name: givenName(limits.drawing.nameLength) }), answer: project,
  }),
  'tag.list': defineRoute({
    method: 'GET', path: '/api/tags', policy: reading,
    query: z.strictObject({
      ...pageQuery, project: plantName.optional(), search: searchText.optional(), writable: z.enum(['true', 'false']).optional(),
    }),
    answer: pageOf(tag),
  }),
  'command.send': defineRoute({
    method: 'POST', path: '/api/commands', idempotent: true,
    policy: { roles: atLeast('operator'), scope: 'project', limit: { perMinute: limits.command.perMinute } },
    body: z.strictObject({ tag: tagPath, value: z.number() }),
    answer: command,
  }),
  'command.read': defineRoute({
    method: 'GET', path: '/api/commands/:id', policy: reading, params: z.strictObject({ id: objectId }), answer: command,
  }),
}
