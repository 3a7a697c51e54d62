import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { filePurposes } from '../files/purposes.ts'
import { limits } from '../limits.ts'
import type { ServedFile } from './define.ts'
import { defineRoute } from './define.ts'
import { objectId, plantName } from './fields.ts'

const reading = { roles: rolesFrom('operator'), scope: 'none', permission: 'platform:file:read' } as const
const uploading = {
  roles: rolesFrom('operator'),
  scope: 'none',
  permission: 'platform:file:upload',
  limit: { perMinute: limits.files.uploadsPerMinute },
} as const

const uploaded = z.object({ id: objectId, name: z.string(), bytes: z.number(), type: z.string() })
/** Response to an upload. `bytes` is the size of the file, `type` its media type. */
export type UploadedFile = z.output<typeof uploaded>

const served = z.custom<ServedFile>()

/**
 * `project`: only accounts with access to it may read the file. Without a project every account that may read files
 * can. The uploader must be allowed to write a row with such a file (`canUpload`).
 */
const upload = (fallback: 'file' | 'picture') => ({
  method: 'POST' as const,
  policy: uploading,
  multipart: true as const,
  envelopeFields: { fileName: 'id' },
  query: z.strictObject({ purpose: z.enum(filePurposes).default(fallback), project: plantName.optional() }),
  answer: uploaded,
})

/**
 * Files and pictures (specification, section 7). Read access is checked per file by its project; files of inaccessible
 * projects return 404.
 */
export const fileRoutes = {
  'file.upload': defineRoute({ path: '/iot/tool/upload', ...upload('file') }),
  'picture.upload': defineRoute({ path: '/common/upload', ...upload('picture') }),
  /** `delete` is accepted and ignored: a GET request changes nothing. */
  'file.download': defineRoute({
    method: 'GET',
    path: '/common/download',
    policy: reading,
    blob: true,
    query: z.strictObject({ fileName: objectId, delete: z.string().max(5).optional() }),
    answer: served,
  }),
  'file.resource': defineRoute({
    method: 'GET',
    path: '/common/download/resource',
    policy: reading,
    blob: true,
    query: z.strictObject({ resource: objectId }),
    answer: served,
  }),
  /** Several files as one zip. Rejected if one of them is missing. */
  'file.zip': defineRoute({
    method: 'GET',
    path: '/common/download/zip',
    policy: { ...reading, limit: { perMinute: 30 } },
    blob: true,
    answer: served,
    query: z.strictObject({
      files: z
        .string()
        .max(limits.files.atOnce * 65)
        .transform((list) => list.split(','))
        .pipe(z.array(objectId).min(1).max(limits.files.atOnce)),
    }),
  }),
}
