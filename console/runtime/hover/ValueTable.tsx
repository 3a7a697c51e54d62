import type { DrawingDocument } from '@mimic/engine/document'
import { Pagination } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useTag } from '../../stores/hooks/useTag.ts'
import { repeat } from '../feeds/polling.ts'
import type { RunStore } from '../runStore.ts'
import { qualityNames } from '../tag/TagLine.tsx'
import { useTagFacts } from '../tag/useTagFacts.ts'
import { valueRows, type ValueRow } from './valueRows.ts'
import { formatTagValue } from '../formatTagValue.ts'

/** Rows per page, limited to keep slow machines responsive. */
const rowsAPage = 100
const pageMs = 15_000
const columns = ['component', 'tag', 'value', 'quality', 'time'] as const

interface ValueTableProps {
  readonly store: RunStore
  readonly document: DrawingDocument
  /** Turns pages automatically, for unattended screens. */
  readonly isRotating?: boolean
}

/** Live values of the drawing as a table, the fallback if graphics fail. */
export function ValueTable({ store, document, isRotating = false }: ValueTableProps) {
  const { t } = useTranslation('runtime')
  const rows = useMemo(() => valueRows(document.components.values()), [document])
  const [page, setPage] = useState(1)
  const pages = Math.ceil(rows.length / rowsAPage)
  useEffect(() => {
    if (!isRotating || pages < 2) return undefined
    return repeat(pageMs, () => setPage((shown) => (shown % pages) + 1))
  }, [isRotating, pages])
  if (rows.length === 0) return <p>{t('values.none')}</p>
  return (
    <section className="value-table">
      <div>
        <table aria-label={t('values.title', { name: document.name })}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`values.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice((page - 1) * rowsAPage, page * rowsAPage).map((row) => (
              <Row key={row.key} store={store} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && !isRotating && (
        <Pagination
          size="small"
          current={page}
          pageSize={rowsAPage}
          total={rows.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}

function Row({ store, row: { name, tag } }: { readonly store: RunStore; readonly row: ValueRow }) {
  const { t } = useTranslation('runtime')
  const sample = useTag(tag)
  const facts = useTagFacts(store, tag)
  const isKnown = sample.atMs > 0
  const qualityName = qualityNames[sample.quality]
  return (
    <tr data-quality={qualityName}>
      <td>{name}</td>
      <td>{tag}</td>
      <td>{isKnown ? formatTagValue(sample, facts, t) : t('prompt.none')}</td>
      <td>{t(`quality.${qualityName}`)}</td>
      <td>{isKnown && formatTime(sample.atMs)}</td>
    </tr>
  )
}
