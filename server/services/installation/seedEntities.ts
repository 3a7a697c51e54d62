import type { Db } from '../../database/index.ts'
import { systemContext } from '../base/requestContext.ts'
import type { Demo } from './demo.ts'
import { createDemoSteps } from './demoFacilities.ts'
import type { SeedStep } from './seedStep.ts'
import { type DemoWords, loadDemoWords } from './demoTexts.ts'
import type { EntityServices } from '../entities/index.ts'
import { readSetting, writeSetting } from './install.ts'
import { getText } from '../entities/values.ts'

const settingKey = 'demoRows'

/**
 * Creates the facilities of the virtual plant once. Later changes and deletions by users are kept. After a crash, the
 * next start completes the seed; rows whose name exists are skipped.
 */
export async function seedEntities({
  db,
  rows,
  demo,
  now,
  samplesDir,
}: {
  readonly db: Db
  readonly rows: EntityServices
  readonly demo: Demo
  readonly now: number
  readonly samplesDir: string
}): Promise<void> {
  if ((await readSetting(db, settingKey)) !== undefined) return
  const idsByName = new Map<string, string>()
  const words = await loadDemoWords(samplesDir, demo.language)
  const zones = new Map(
    (await db.selectFrom('project').select(['id', 'time_zone']).execute()).map(({ id, time_zone: zone }) => [id, zone]),
  )
  for (const step of createDemoSteps(demo, now, (project) => zones.get(project) ?? 'UTC'))
    await seed(db, rows, step, idsByName, words)
  await writeSetting(db, settingKey, 'installed')
}

async function seed(
  db: Db,
  services: EntityServices,
  { entity: name, project: onlyProject, isLog, rows, moves = [] }: SeedStep,
  idsByName: Map<string, string>,
  words: DemoWords,
): Promise<void> {
  const project: string = onlyProject ?? ''
  const service = services.getStoredService(name)
  const { title } = service.entity
  const seedRows = rows(
    (entity, text) => idsByName.get(`${entity}/${project}/${text}`) ?? idsByName.get(`${entity}//${text}`) ?? null,
  )
  if (isLog) {
    const { total } = await service.list({
      projects: undefined,
      page: 1,
      pageSize: 10,
      ...(project === '' ? {} : { project }),
    })
    if (total === 0)
      await service.add(
        systemContext,
        seedRows.map((values) => ({ project, values: words.translateRow(values) })),
      )
    return
  }
  // Seed steps refer to rows by English title, regardless of the stored language.
  const translatedRows = seedRows.map((values) => ({
    english: getText(values, title),
    values: words.translateRow(values),
  }))
  const before = await service.findIds(
    db,
    translatedRows.map(({ values }) => getText(values, title)),
    project,
  )
  const isMissing = ({ values }: (typeof translatedRows)[number]): boolean => !before.has(getText(values, title))
  const missing = translatedRows.filter(isMissing)
  const ids =
    missing.length > 0
      ? await service.add(
          systemContext,
          missing.map(({ values }) => ({ project, values })),
        )
      : []
  const rememberId = (english: string, id: string | undefined): void => {
    if (id !== undefined) idsByName.set(`${name}/${project}/${english}`, id)
  }
  for (const each of translatedRows)
    if (!isMissing(each)) rememberId(each.english, before.get(getText(each.values, title))?.[0])
  missing.forEach(({ english }, index) => rememberId(english, ids[index]))
  for (const { title: english, move, input } of moves) {
    const id = ids[missing.findIndex((each) => each.english === english)]
    if (id !== undefined) await service.move(systemContext, id, move, words.translateRow(input))
  }
}
