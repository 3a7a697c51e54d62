import type { Db } from '../../database/index.ts'
import { systemContext } from '../base/requestContext.ts'
import type { Demo } from './demo.ts'
import { demoSteps } from './demoFacilities.ts'
import type { SeedStep } from './seedStep.ts'
import { type DemoWords, demoWords } from './demoTexts.ts'
import type { EntityServices } from '../entities/index.ts'
import { readSetting, writeSetting } from './install.ts'
import { textIn } from '../entities/values.ts'

const settingKey = 'demoRows'

/**
 * Creates the facilities of the virtual plant once. Later changes and deletions by users are kept. After a crash, the
 * next start completes the seed; rows whose name exists are skipped.
 */
export async function seedEntities({ db, rows, demo, now, samplesDir }: { readonly db: Db; readonly rows: EntityServices; readonly demo: Demo; readonly now: number; readonly samplesDir: string }): Promise<void> {
  if ((await readSetting(db, settingKey)) !== undefined) return
  const known = new Map<string, string>()
  const words = await demoWords(samplesDir, demo.language)
  const zones = new Map((await db.selectFrom('project').select(['id', 'time_zone']).execute()).map(({ id, time_zone: zone }) => [id, zone]))
  for (const step of demoSteps(demo, now, (project) => zones.get(project) ?? 'UTC')) await seed(db, rows, step, known, words)
  await writeSetting(db, settingKey, 'installed')
}

async function seed(db: Db, services: EntityServices, { entity: name, project: given, isLog, rows, moves = [] }: SeedStep, known: Map<string, string>, words: DemoWords): Promise<void> {
  const project: string = given ?? ''
  const service = services.stored(name)
  const { title } = service.entity
  const made = rows((entity, text) => known.get(`${entity}/${project}/${text}`) ?? known.get(`${entity}//${text}`) ?? null)
  if (isLog) {
    const { total } = await service.list({ projects: undefined, page: 1, pageSize: 10, ...(project === '' ? {} : { project }) })
    if (total === 0) await service.add(systemContext, made.map((values) => ({ project, values: words.row(values) })))
    return
  }
  // Seed steps refer to rows by English title, regardless of the stored language.
  const wished = made.map((values) => ({ english: textIn(values, title), values: words.row(values) }))
  const before = await service.named(db, wished.map(({ values }) => textIn(values, title)), project)
  const isMissing = ({ values }: (typeof wished)[number]): boolean => !before.has(textIn(values, title))
  const missing = wished.filter(isMissing)
  const ids = missing.length > 0 ? await service.add(systemContext, missing.map(({ values }) => ({ project, values }))) : []
  const keep = (english: string, id: string | undefined): void => { if (id !== undefined) known.set(`${name}/${project}/${english}`, id) }
  for (const each of wished) if (!isMissing(each)) keep(each.english, before.get(textIn(each.values, title))?.[0])
  missing.forEach(({ english }, index) => keep(english, ids[index]))
  for (const { title: english, move, input } of moves) {
    const id = ids[missing.findIndex((each) => each.english === english)]
    if (id !== undefined) await service.move(systemContext, id, move, words.row(input))
  }
}
