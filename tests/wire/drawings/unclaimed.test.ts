import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { UploadedFile } from '../../../contract/routes.ts'
import { callEntity, call, send, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { createPng } from '../../support/entities/samples.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer | undefined
let dataDir = ''
afterAll(async () => {
  await server?.stop()
  await removeDirectory(dataDir)
})

it('removes a day later the files that nothing refers to, and only those', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-'))
  const first = await startServer({ dataDir })
  server = first
  const admin = await signIn(first)
  const upload = async (purpose: string): Promise<string> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(createPng(2, 2))]), 'a.png')
    const { status, text, data } = await send(first, 'POST', `/common/upload?purpose=${purpose}`, form, {
      authorization: `Bearer ${admin}`,
    })
    if (status !== 200) throw new Error(text)
    return (data as UploadedFile).id
  }
  const ids = {
    used: await upload('gallery'),
    named: await upload('picture'),
    inDrawing: await upload('picture'),
    inOldRevision: await upload('picture'),
    unused: await upload('gallery'),
    young: await upload('gallery'),
  }
  const created = await callEntity(first, 'gallery', 'create', {
    token: admin,
    body: { values: { name: 'Kept', category: 'other', picture: [{ id: ids.used, name: 'a.png' }], isPublic: true } },
  })
  expect([created.status, created.text]).toEqual([200, created.text])
  const model = await callEntity(first, 'model', 'create', {
    token: admin,
    body: {
      values: {
        name: 'Kept',
        url: `https://plant.example/common/download/resource?resource=${ids.named}`,
        isAbandoned: false,
      },
    },
  })
  expect([model.status, model.text]).toEqual([200, model.text])
  await sqlIn(first, `update drawing set body = body || $1 where id = (select min(id) from drawing)`, [
    ` ${ids.inDrawing}`,
  ])
  const picture = {
    id: 'p',
    type: 'image',
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    props: { source: `/common/download?fileName=${ids.inOldRevision}` },
  }
  const drawing = (...components: unknown[]) => ({ version: 1, name: 'Once with a picture', components })
  const { data: saved } = await call(first, 'drawing.create', {
    token: admin,
    body: { project: 'street', name: 'Once with a picture', drawing: drawing() },
  })
  const save = (revision: number, body: unknown) =>
    call(first, 'drawing.save', {
      token: admin,
      params: { id: saved.id },
      body: { drawing: body },
      headers: { 'if-match': `"${revision}"` },
    })
  expect([(await save(1, drawing(picture))).status, (await save(2, drawing())).status]).toEqual([200, 200])
  await sqlIn(first, `update stored_file set created_at = created_at - interval '25 hours' where id <> $1`, [ids.young])
  await first.kill('SIGTERM')

  const restarted = await startServer({ dataDir })
  server = restarted
  const exists = (id: string) => existsSync(join(dataDir, 'files', id))
  expect(exists(ids.unused)).toBe(true)
  await expect.poll(() => exists(ids.unused), { timeout: 30_000 }).toBe(false)
  expect((await sqlIn(restarted, 'select id from stored_file')).map(({ id }) => String(id)).toSorted()).toEqual(
    [ids.used, ids.named, ids.inDrawing, ids.inOldRevision, ids.young].toSorted(),
  )
  for (const fileId of [ids.used, ids.named, ids.inDrawing, ids.inOldRevision, ids.young])
    expect(exists(fileId)).toBe(true)
})
