import { Modal, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import { useStoredUrls } from '../../fields/useStoredUrls.ts'
import { LoadingCards } from '../../kit/page/LoadingCards.tsx'
import { EmptyPanel } from '../../kit/page/EmptyPanel.tsx'
import { SearchBox } from '../../kit/page/SearchBox.tsx'
import { useEntityPage } from '../../stores/hooks/useEntityPage.ts'
import './ChooserDialog.css'

/** Selectable entry. */
export interface Choice {
  readonly value: string
  readonly name: string
  /** Id of the stored picture; undefined if there is none. */
  readonly picture: string | undefined
  /** Tooltip. */
  readonly title: string
}

interface ChooserDialogProps {
  readonly entity: Entity
  readonly filter?: Readonly<Record<string, string>>
  /**
   * Prefix of the translation keys in `designer`: `{words}.title`, `.search`, `.coming`, `.empty`, `.none`, `.hint`.
   */
  readonly words: 'gallery' | 'model'
  /** Selected value. */
  readonly chosen?: string
  /** Reason why the last choice was rejected; empty if it was not. */
  readonly fault?: string
  /** Converts a row to a choice; undefined hides the row. */
  readonly toChoice: (row: Row) => Choice | undefined
  readonly onChoose: (value: string) => void
  readonly onClose: () => void
}

/** Selects a row of an entity by name and picture. The server searches and pages. */
export function ChooserDialog({
  entity,
  filter,
  words,
  chosen,
  fault = '',
  toChoice,
  onChoose,
  onClose,
}: ChooserDialogProps) {
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState<number>(limits.list.page)
  const listed = useEntityPage(entity, { page, pageSize: limits.list.pageSize, search, ...(filter && { filter }) })
  const choices = (listed?.rows ?? []).flatMap((row) => toChoice(row) ?? [])
  const urls = useStoredUrls(choices.flatMap(({ picture }) => picture ?? []))
  return (
    <Modal title={t(`${words}.title`)} open width={760} footer={null} onCancel={onClose}>
      <div className="chooser-search">
        <SearchBox
          value={search}
          label={t(`${words}.search`)}
          clearWords={t('chooser.clear')}
          onSearch={(next) => {
            setSearch(next)
            setPage(limits.list.page)
          }}
        />
      </div>
      {fault !== '' && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {!listed && <LoadingCards words={t(`${words}.coming`)} />}
      {listed && choices.length === 0 && (
        <EmptyPanel
          tone="empty"
          title={t(search === '' ? `${words}.empty` : `${words}.none`)}
          text={t(`${words}.hint`)}
        />
      )}
      <ul className="chooser-cards">
        {choices.map(({ value, name, picture, title }) => (
          <li key={value}>
            <button
              type="button"
              title={title}
              aria-pressed={chosen === undefined ? undefined : value === chosen}
              onClick={() => onChoose(value)}
            >
              {picture !== undefined && urls[picture] ? (
                <img src={urls[picture]} alt="" draggable={false} />
              ) : (
                <i aria-hidden />
              )}
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {listed && listed.total > limits.list.pageSize && (
        <Pagination
          size="small"
          align="end"
          current={page}
          pageSize={limits.list.pageSize}
          total={listed.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Modal>
  )
}

/** Id of the first stored file in the value of a file field. */
export function getFirstFile(value: unknown): string | undefined {
  const [first]: readonly unknown[] = Array.isArray(value) ? value : []
  return typeof first === 'object' && first !== null && 'id' in first && typeof first.id === 'string'
    ? first.id
    : undefined
}
