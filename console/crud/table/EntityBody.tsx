import { Button, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { EmptyPanel } from '../../kit/page/EmptyPanel.tsx'
import { inSentence } from '../../kit/text/inSentence.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { EntityTable, RowActions } from './EntityTable.tsx'
import type { EntityPartProps } from '../config/openDialog.ts'
import { useRights } from '../config/useRights.ts'

/** Shows the rows, or the reason for an empty list: loading, failed, no match, no rows yet. */
export const EntityBody = observer(function EntityBody(props: EntityPartProps) {
  const { shape, query, onQuery, onOpen } = props
  const { entity } = shape
  const { entities } = useStores()
  const store = entities.of(entity)
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const may = useRights(entity)
  const names = { one: inSentence(localize(entity.words.one)), many: inSentence(localize(entity.words.many)) }

  if (store.loading === 'first')
    return (
      <div className="crud-coming" role="status" aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
      </div>
    )
  if (store.failure) {
    return (
      <EmptyPanel tone="failed" title={t('failed.title')} text={localize(store.failure.words)}>
        <Button type="primary" onClick={() => void store.reload()}>
          {t('failed.again')}
        </Button>
      </EmptyPanel>
    )
  }
  if (store.rows.length > 0)
    return (
      shape.view?.(store.rows, (row) => <RowActions shape={shape} row={row} onOpen={onOpen} />) ?? (
        <EntityTable {...props} />
      )
    )
  if (query.search || Object.keys(query.filter ?? {}).length > 0 || query.since || query.project || query.page > 1) {
    return (
      <EmptyPanel tone="empty" title={t('none.title', names)} text={t('none.text')}>
        <Button onClick={() => onQuery({ page: 1, pageSize: query.pageSize })}>{t('none.clear')}</Button>
      </EmptyPanel>
    )
  }
  const words = { ...names, add: t('add', names), import: t('import.go') }
  const press = t(
    entity.origin === 'server'
      ? 'empty.server'
      : !may('create')
        ? 'empty.reader'
        : may('importCheck')
          ? 'empty.imported'
          : 'empty.text',
    words,
  )
  return (
    <EmptyPanel
      tone="empty"
      title={t(shape.empty?.title ?? 'empty.title', names)}
      text={
        shape.empty
          ? t(shape.empty.text, names)
          : t('empty.both', { purpose: entity.begin ? localize(entity.begin) : t(`purposes.${entity.name}`), press })
      }
    >
      {may('create') && (
        <Button type="primary" onClick={() => onOpen({ kind: 'form', row: null })}>
          {t('add', names)}
        </Button>
      )}
    </EmptyPanel>
  )
})
