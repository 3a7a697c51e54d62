import type { Db } from '../database/index.ts'
import { serverCaller } from './caller.ts'
import type { Demo } from './demo.ts'
import { demoSteps } from './demoFacilities.ts'
import type { DemoStep } from './demoStep.ts'
import type { EntityServices } from './entities/index.ts'
import { readSetting, writeSetting } from './install.ts'
import { textIn } from './entities/values.ts'

const settingKey = 'demoRows'

/**
 * Puts the facilities of the virtual plant in place, once: what people change or remove afterwards is not put back. A step that
 * was broken off by a crash is made whole by the next start, for what has its name already is left as it is.
 */
export async function installDemoRows({ db, rows, demo, now }: { readonly db: Db; readonly rows: EntityServices; readonly demo: Demo; readonly now: number }): Promise<void> {
  if ((await readSetting(db, settingKey)) !== undefined) return
  const known = new Map<string, string>()
  for (const step of demoSteps(demo, now)) await seed(db, rows, step, known)
  await writeSetting(db, settingKey, 'installed')
}

async function seed(db: Db, services: EntityServices, { entity: name, project: given, isLog, rows }: DemoStep, known: Map<string, string>): Promise<void> {
  const project: string = given ?? ''
  const service = services.stored(name)
  const { title } = service.entity
  const made = rows((entity, text) => known.get(`${entity}/${project}/${text}`) ?? known.get(`${entity}//${text}`) ?? null)
  if (isLog) {
    const { total } = await service.list({ projects: undefined, page: 1, pageSize: 10, ...(project === '' ? {} : { project }) })
    if (total === 0) await service.add(serverCaller, made.map((values) => ({ project, values })))
    return
  }
  const titles = made.map((values) => textIn(values, title))
  const before = await service.named(db, titles, project)
  const missing = made.filter((values) => !before.has(textIn(values, title)))
  const ids = missing.length > 0 ? await service.add(serverCaller, missing.map((values) => ({ project, values }))) : []
  for (const [text, [id]] of before) if (id !== undefined) known.set(`${name}/${project}/${text}`, id)
  missing.forEach((values, index) => {
    const id = ids[index]
    if (id !== undefined) known.set(`${name}/${project}/${textIn(values, title)}`, id)
  })
}
