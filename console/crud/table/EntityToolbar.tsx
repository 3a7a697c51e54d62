import {
  CloseOutlined,
  ColumnWidthOutlined,
  DownloadOutlined,
  LoadingOutlined,
  PlusOutlined,
  ReloadOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Popover, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../kit/page/SearchBox.tsx'
import { inSentence } from '../../kit/text/inSentence.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { possibleColumns } from './columnChoice.ts'
import type { EntityPartProps } from '../config/openDialog.ts'
import { Filters } from './Filters.tsx'
import { requestKey } from '../config/preload.ts'
import { getListName, useColumns } from './useColumns.ts'
import { useExport } from '../sheets/useExport.ts'
import { ManyMoveButton } from './ManyMoveButton.tsx'
import { useRemove } from './useRemove.tsx'
import { useRights, useRowRights } from '../config/useRights.ts'

/** Search, filters, and the actions for the whole list or for the selected rows. */
export const EntityToolbar = observer(function EntityToolbar(props: EntityPartProps) {
  const { shape, query, onQuery, onOpen } = props
  const { entity, preset } = shape
  const { entities } = useStores()
  const store = entities.of(entity)
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const may = useRights(entity)
  const mayRow = useRowRights(entity)
  const remove = useRemove(entity)
  const { download, isBusy, stop } = useExport(shape)
  const chosen = store.rows.filter(({ id }) => store.chosen.includes(id))
  const searched = entity.list.search.map((name) => getLabel(name)).join(localize({ en: ', ', zh: '、' }))
  const names = { one: inSentence(localize(entity.words.one)) }
  return (
    <div className="list-toolbar" role="search">
      <div className="list-filters">
        {entity.list.search.length > 0 && (
          <SearchBox
            clearWords={t('clear')}
            value={query.search ?? ''}
            label={t('search', { fields: searched })}
            placeholder={searched.charAt(0).toUpperCase() + searched.slice(1)}
            onSearch={(search) => onQuery({ ...query, search, page: 1 })}
          />
        )}
        <Filters {...props} />
      </div>
      <div className="list-actions">
        {chosen.length > 0 ? (
          // Replaces the list actions: next to them, the buttons would wrap the filters and move the rows down.
          <>
            <span className="crud-chosen" role="status">
              {t('chosen', { count: chosen.length })}
            </span>
            {shape.manyMove !== undefined && <ManyMoveButton entity={entity} move={shape.manyMove} rows={chosen} />}
            {may('updateMany') && chosen.every((row) => mayRow('updateMany', row)) && (
              <Button onClick={() => onOpen({ kind: 'many' })}>{t('many.go')}</Button>
            )}
            {may('removeMany') && chosen.every((row) => mayRow('remove', row)) && (
              <Button danger onClick={() => remove(chosen)}>
                {t('remove.go')}
              </Button>
            )}
            <Tooltip title={t('unchoose')}>
              <Button
                aria-label={t('unchoose')}
                icon={<CloseOutlined aria-hidden />}
                onClick={() => store.choose([])}
              />
            </Tooltip>
          </>
        ) : (
          <>
            {props.shape.tools?.()}
            <Tooltip title={t('reload')}>
              <Button
                aria-label={t('reload')}
                icon={<ReloadOutlined aria-hidden />}
                onClick={() => void store.reload()}
              />
            </Tooltip>
            {!props.shape.view && <ColumnButton {...props} />}
            {may('export') && (
              <Tooltip title={t(isBusy ? 'exportStop' : 'export')}>
                <Button
                  aria-label={t(isBusy ? 'exportStop' : 'export')}
                  aria-busy={isBusy}
                  icon={isBusy ? <LoadingOutlined aria-hidden /> : <DownloadOutlined aria-hidden />}
                  onClick={() => {
                    if (isBusy) stop()
                    else void download(requestKey(query, preset))
                  }}
                />
              </Tooltip>
            )}
            {may('importCheck') && (
              <Tooltip title={t('import.go')}>
                <Button
                  aria-label={t('import.go')}
                  icon={<UploadOutlined aria-hidden />}
                  onClick={() => onOpen({ kind: 'import' })}
                />
              </Tooltip>
            )}
            {may('create') && (
              <Button
                type="primary"
                icon={<PlusOutlined aria-hidden />}
                onClick={() => onOpen({ kind: 'form', row: null })}
              >
                {t('add', names)}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )

  function getLabel(name: string): string {
    const field = entity.fields[name]
    return field ? inSentence(localize(field.words)) : name
  }
})

/** Selects the visible columns; stored per user in this browser. */
const ColumnButton = observer(function ColumnButton({ shape, query }: EntityPartProps) {
  const { entity } = shape
  const { preferences } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const possible = possibleColumns(shape)
  const { shown } = useColumns(shape, query.project)
  const content = (
    <div className="crud-columns">
      <Checkbox.Group
        value={[...shown]}
        onChange={(next) =>
          preferences.showColumns(
            getListName(shape),
            possible.filter((name) => next.some((each) => each === name)),
          )
        }
        options={possible.map((name) => {
          const field = entity.fields[name]
          return {
            value: name,
            label: field ? localize(field.words) : t(`frame.${name}`),
            disabled: name === entity.title,
          }
        })}
      />
      <Button size="small" type="link" onClick={() => preferences.showColumns(getListName(shape), null)}>
        {t('columnsReset')}
      </Button>
    </div>
  )
  return (
    <Popover content={content} title={t('columns')} trigger="click" placement="bottomRight">
      <Tooltip title={t('columns')}>
        <Button aria-label={t('columns')} icon={<ColumnWidthOutlined aria-hidden />} />
      </Tooltip>
    </Popover>
  )
})
