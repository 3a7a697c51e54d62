import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useSearch } from '../stores/hooks/useSearch.ts'
import { useStores } from '../stores/root.ts'
import type { PenTag } from './axes.ts'

interface TagPickerProps {
  /** Paths of the tags that are shown already. */
  readonly shown: readonly string[]
  /** Searches only this project; undefined: all projects of the account. */
  readonly project?: string | undefined
  readonly onPick: (tag: PenTag) => void
}

const pageSize = 50

/** Adds a tag found by path, name or device. */
export function TagPicker({ shown, project, onPick }: TagPickerProps) {
  const { client } = useStores()
  const { t } = useTranslation('trend')
  const localize = useLocalized()
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { answer, isLoading } = useSearch({ search, within: project ?? '', isOpen }, async (text, signal) => {
    const { rows } = await client.call(
      'tag.list',
      { query: { project, search: text || undefined, page: 1, pageSize } },
      { signal, quiet: true },
    )
    return rows.filter(({ kind }) => kind !== 'text')
  })
  const isFull = shown.length >= limits.history.tags
  return (
    <Select<string | null>
      size="small"
      className="trend-picker"
      showSearch={{ searchValue: search, onSearch: setSearch, filterOption: false }}
      aria-label={t('addTag')}
      placeholder={isFull ? t('full', { count: limits.history.tags }) : t('addTag')}
      disabled={isFull}
      value={null}
      loading={isLoading && isOpen}
      popupMatchSelectWidth={420}
      onOpenChange={setOpen}
      notFoundContent={isLoading ? t('loading') : t('noTag')}
      options={(answer ?? [])
        .filter(({ path }) => !shown.includes(path))
        .map((tag) => ({
          value: tag.path,
          label: (
            <span className="trend-option">
              <span>{tag.unit === '' ? localize(tag.words) : `${localize(tag.words)} (${tag.unit})`}</span>
              <small>{[tag.deviceName, tag.path].filter(Boolean).join(' · ')}</small>
            </span>
          ),
        }))}
      onSelect={(path) => {
        const tag = answer?.find((one) => one.path === path)
        if (tag) onPick(tag)
        setSearch('')
      }}
    />
  )
}
