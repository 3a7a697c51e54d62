import { CloseOutlined, InboxOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Image, Progress, Upload, type UploadFile } from 'antd'
import { type KeyboardEvent, use, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilesField, StoredFile } from '../../contract/entity/field.ts'
import { findPurpose } from '../../contract/files/purposes.ts'
import { messages } from '../kit/text/errorCatalogue.ts'
import { useStores } from '../stores/root.ts'
import { downloadStored } from './StoredPictures.tsx'
import { PendingUploadsContext } from './pendingUploads.ts'
import { UploadList, type Uploading } from './uploadList.ts'
import { useStoredUrls } from './useStoredUrls.ts'
import './fields.css'

interface FilesEditorProps {
  readonly id: string
  readonly label?: string | undefined
  readonly field: FilesField
  readonly value: readonly StoredFile[]
  readonly isDisabled: boolean
  /** Project whose members may read the uploaded files; without one, all signed-in accounts. */
  readonly project?: string | undefined
  readonly onChange: (value: readonly StoredFile[]) => void
}

const megabyte = 1024 * 1024

/**
 * Uploaded files of a field. Files are selected, dropped or chosen by keyboard; pictures are shown as cards with a
 * preview.
 */
export function FilesEditor({ id, label, field, value, isDisabled, project, onChange }: FilesEditorProps) {
  const { files: client } = useStores()
  const { t } = useTranslation('crud')
  const { add, end, uploading } = useUploads({ id, field, value, project, onChange })
  const urls = useStoredUrls(field.pictures ? value.map((file) => file.id) : [])
  const [opened, setOpened] = useState<string | null>(null)
  const isFull = value.length + uploading.length >= field.max
  const list = value.map((file): UploadFile => {
    const url = urls[file.id]
    return { uid: file.id, name: file.name, status: 'done', ...(url ? { url, thumbUrl: url } : {}) }
  })
  const handlePreview = (uid: string): void => {
    const file = value.find((each) => each.id === uid)
    if (!file) return
    if (field.pictures) setOpened(uid)
    else void downloadStored(client, file)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || uploading.length === 0) return
    // During uploads, Escape cancels them instead of closing the surrounding form.
    event.stopPropagation()
    end(uploading.map(({ key }) => key))
  }
  const common = {
    id,
    fileList: list,
    multiple: field.max > 1,
    disabled: isDisabled || isFull,
    accept: field.extensions.map((extension) => `.${extension}`).join(','),
    // `UploadList` uploads the files. The control only selects them, once per selection.
    beforeUpload: (file: File, all: readonly File[]) => {
      if (file === all[0]) add(all)
      return Upload.LIST_IGNORE
    },
    onPreview: ({ uid }: UploadFile) => handlePreview(uid),
    onRemove: ({ uid }: UploadFile) => {
      onChange(value.filter((each) => each.id !== uid))
      return false
    },
    showUploadList: { showRemoveIcon: !isDisabled },
  }
  const openedUrl = opened === null ? null : urls[opened]
  return (
    <div className="files-editor" role="group" aria-label={label} onKeyDown={handleKey}>
      {field.pictures ? (
        <Upload {...common} listType="picture-card">
          {isFull || isDisabled ? null : (
            <span className="files-add">
              <PlusOutlined aria-hidden /> {t('files.choosePicture')}
            </span>
          )}
        </Upload>
      ) : (
        <Upload.Dragger {...common} className="files-drop">
          <InboxOutlined aria-hidden /> {t('files.choose')}
        </Upload.Dragger>
      )}
      {uploading.length > 0 && (
        <ul className="files-uploading">
          {uploading.map(({ key, file, share }) => (
            <li key={key}>
              <span>{file.name}</span>
              <Progress percent={Math.round(share * 100)} size="small" aria-label={file.name} />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t('files.stop', { name: file.name })}
                title={t('files.stop', { name: file.name })}
                onClick={() => end([key])}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="files-limits" role="status">
        {uploading.length > 0
          ? t('files.uploading', { count: uploading.length })
          : t('files.limits', {
              types: field.extensions.join(', '),
              size: Math.round((field.maxBytes / megabyte) * 10) / 10,
              count: field.max,
            })}
      </p>
      {openedUrl && (
        <Image
          className="files-opened"
          src={openedUrl}
          alt=""
          preview={{
            open: true,
            onOpenChange: (isOpen) => {
              if (!isOpen) setOpened(null)
            },
          }}
        />
      )}
    </div>
  )
}

/** Uploads of one control. They are aborted when it unmounts, and counted by the surrounding form. */
function useUploads({
  id,
  field,
  value,
  project,
  onChange,
}: Pick<FilesEditorProps, 'id' | 'field' | 'value' | 'project' | 'onChange'>) {
  const { files, notices } = useStores()
  const underway = use(PendingUploadsContext)
  const [uploading, setUploading] = useState<readonly Uploading[]>([])
  // Props of the last render: an upload may end long after the render that started it.
  const latest = useRef({ value, onChange, project })
  useEffect(() => {
    latest.current = { value, onChange, project }
  })
  const list = useMemo(() => ({ of: field, current: null as UploadList | null }), [field])
  useEffect(
    () => () => {
      list.current?.dispose()
      underway?.setCount(id, 0)
    },
    [list, underway, id],
  )
  return {
    uploading,
    end: (keys: readonly number[]): void => {
      list.current?.end(...keys)
      notices.post({ manner: 'warning', words: messages.uploadEnded })
    },
    add: (chosen: readonly File[]): void => {
      list.current ??= new UploadList({
        rules: field,
        present: () => latest.current.value,
        upload: async (file, onProgress, signal) => {
          const stored = await files.upload(file, {
            purpose: findPurpose(field),
            project: latest.current.project,
            signal,
            onProgress,
          })
          return { id: stored.id, name: stored.name }
        },
        onRefused: (words) => notices.post({ manner: 'toast', words }),
        onChange: (next) => {
          notices.post({ manner: 'success', words: messages.uploaded })
          latest.current.onChange(next)
        },
        onUploading: (next) => {
          setUploading(next)
          underway?.setCount(id, next.length)
        },
      })
      list.current.add(chosen)
    },
  }
}
