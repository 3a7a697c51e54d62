import { Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../../../contract/routes.ts'
import { statePoint } from '../../../../contract/telemetry/tags.ts'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { withPlaceholder } from '../../symbols/withPlaceholder.ts'
import { useTagSearch } from './useTagSearch.ts'

interface TagPickerProps {
  readonly id?: string
  readonly label?: string
  readonly value: string
  readonly project: string
  /** Only writable points. */
  readonly writable?: boolean
  /** Only points with the state of a device. */
  readonly isStates?: boolean
  readonly isSmall?: boolean
  /** `tag` is undefined if the picker has not loaded the declaration of the path. */
  readonly onChange: (path: string, tag: Tag | undefined) => void
}

/** Selects a tag of the project. The server searches, so the size of the plant does not matter. */
export function TagPicker({
  id,
  label,
  value,
  project,
  writable = false,
  isStates = false,
  isSmall = false,
  onChange,
}: TagPickerProps) {
  const { params } = useDesigner().session
  const { t } = useTranslation('designer')
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const found = useTagSearch({ project, search, pageSize: 20, writable, isStates, isOpen })

  const rest = found ? found.total - found.rows.length : 0
  return (
    <Select<string, TagChoice>
      id={id}
      aria-label={label}
      className="wide"
      size={isSmall ? 'small' : 'middle'}
      showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
      value={value || null}
      placeholder={t(isStates ? 'tag.chooseState' : 'tag.choose')}
      notFoundContent={found ? t('tag.none') : t('tag.searching')}
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) setSearch('')
      }}
      popupMatchSelectWidth={380}
      optionRender={renderOption}
      options={[
        ...(found?.rows ?? []).map((tag) => ({ value: tag.path, label: tag.path, tag })),
        ...(rest > 0 ? [{ value: '', label: t('tag.rest', { number: rest }), disabled: true }] : []),
      ]}
      onChange={(path: string) =>
        onChange(
          withPlaceholder(path, params),
          found?.rows.find((tag) => tag.path === path),
        )
      }
    />
  )
}

interface TagChoice {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
  readonly tag?: Tag
}

interface TagOption {
  readonly label?: ReactNode
  readonly data: TagChoice
}

function renderOption({ label, data }: TagOption) {
  return data.tag ? <TagLine tag={data.tag} /> : label
}

/** List entry of a tag: names of device and point, path, and kind. */
export function TagLine({ tag }: { readonly tag: Tag }) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const about = [
    tag.unit || (tag.point === statePoint ? '' : t(`tag.${tag.kind}`)),
    tag.writable ? t('tag.writable') : '',
  ]
    .filter(Boolean)
    .join(' · ')
  const name = [...(tag.deviceName === undefined ? [] : [tag.deviceName]), localize(tag.words)].join(' · ')
  return (
    <span className="tag-option" title={`${name} · ${tag.path}`}>
      <span>
        <b>{name}</b>
        <span>{tag.path}</span>
      </span>
      <small>{about}</small>
    </span>
  )
}
