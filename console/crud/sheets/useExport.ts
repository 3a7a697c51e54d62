import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../contract/entity/define.ts'
import { errors } from '../../../contract/errors.ts'
import { messages } from '../../kit/text/errorCatalogue.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { CallFailure } from '../../net/failure.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import { useStores } from '../../stores/root.ts'
import { runAbortable } from './runAbortable.ts'
import type { ScreenConfig } from '../config/screenConfig.ts'
import { exportRows } from './sheets.ts'
import { listName, saveWorkbook } from './workbook.ts'
import { getWordsKey } from '../../locales/languages.ts'

/**
 * Exports all rows of a list as a spreadsheet. Reports an empty result, and can be cancelled (specification, section
 * 8).
 */
export function useExport(shape: Pick<ScreenConfig, 'entity' | 'texts' | 'clock'>) {
  const { entity } = shape
  const { entities, notices, projects, zones } = useStores()
  const { t, i18n } = useTranslation('crud')
  const localize = useLocalized()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  const words = { project: t('frame.project'), created: t('frame.createdAt'), changed: t('frame.updatedAt') }

  /** `keep` filters the exported rows. Default: all. */
  async function download(
    { page: _page, pageSize: _size, ...query }: EntityQuery,
    includeRow: (row: Row) => boolean = () => true,
  ): Promise<void> {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      if ((await runAbortable((signal) => save(query, includeRow, signal), own)) === 'ended')
        notices.post({ manner: 'warning', words: messages.exportEnded })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // The client has already reported the failure.
    } finally {
      setBusy(false)
    }
  }

  /** Calendar days are exported in the time zones of the projects; without these the days could be wrong. */
  async function hasClocks(): Promise<boolean> {
    await projects.load()
    if (!projects.isKnown && projects.failure)
      notices.post({ manner: projects.failure.manner, words: projects.failure.words })
    return projects.isKnown
  }

  async function save(
    query: Omit<EntityQuery, 'page' | 'pageSize'>,
    includeRow: (row: Row) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    if (entity.scope === 'project' && !(await hasClocks())) return
    const { rows, total } = await entities.of(entity).client.export(query, { signal })
    const exported = rows.filter(includeRow)
    if (exported.length === 0) return notices.post({ manner: 'warning', words: errors['export.empty'].words })
    const sheet = exportRows(shape, exported, getWordsKey(i18n.language), words, {
      projectName: (id) => projects.name(id),
      zones,
    })
    await saveWorkbook([{ rows: sheet }], localize(listName(entity.words.one)), signal)
    if (total > rows.length)
      notices.post({
        manner: 'warning',
        words: {
          en: `Only the first ${rows.length} of ${total} rows were exported`,
          zh: `共 ${total} 条，仅导出前 ${rows.length} 条`,
        },
      })
  }
  return { isBusy, download, stop: () => running.current?.abort() }
}
