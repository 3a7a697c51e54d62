import { FileOutlined, PictureOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import { useTranslation } from 'react-i18next'
import type { StoredFile } from '../../contract/entity/field.ts'
import { getExtension } from '../../contract/files/purposes.ts'
import { saveFile } from '../kit/saveFile.ts'
import { CallFailure } from '../net/failure.ts'
import type { FilesClient } from '../net/files.ts'
import { useStores } from '../stores/root.ts'
import { useStoredUrls } from './useStoredUrls.ts'
import './fields.css'

interface StoredPicturesProps {
  readonly files: readonly StoredFile[]
  readonly pictures: boolean
}

const shownInCell = 4
const sidePx = 32

/** Stored files in a list or in details: thumbnails with preview for pictures, download links for others. */
export function StoredPictures({ files, pictures }: StoredPicturesProps) {
  return pictures ? <Pictures files={files} /> : <Links files={files} />
}

function Pictures({ files }: Pick<StoredPicturesProps, 'files'>) {
  const { t } = useTranslation('crud')
  const urls = useStoredUrls(files.slice(0, shownInCell).map(({ id }) => id))
  const rest = files.length - shownInCell
  return (
    <span className="stored-pictures">
      <Image.PreviewGroup>
        {files.slice(0, shownInCell).map(({ id, name }) => {
          const url = urls[id]
          if (!url)
            return (
              <span
                key={id}
                className="stored-empty"
                role="img"
                aria-label={url === null ? t('files.unseen', { name }) : name}
                title={url === null ? t('files.unseen', { name }) : name}
              >
                <PictureOutlined aria-hidden />
              </span>
            )
          return (
            <Image
              key={id}
              className="stored-picture"
              src={url}
              alt={name}
              width={sidePx}
              height={sidePx}
              preview={{ mask: false }}
            />
          )
        })}
      </Image.PreviewGroup>
      {rest > 0 && <i title={t('files.more', { count: rest })}>+{rest}</i>}
    </span>
  )
}

function Links({ files }: Pick<StoredPicturesProps, 'files'>) {
  const { files: client } = useStores()
  const { t } = useTranslation('crud')
  return (
    <span className="stored-files">
      {files.map((file) => (
        <button
          key={file.id}
          type="button"
          className="stored-link"
          aria-label={t('files.download', { name: file.name })}
          onClick={() => void downloadStored(client, file)}
        >
          <FileOutlined aria-hidden /> {file.name}
        </button>
      ))}
    </span>
  )
}

/** Downloads a stored file; the client reports failures. */
export async function downloadStored(client: FilesClient, { id, name }: StoredFile): Promise<void> {
  try {
    const downloaded = await client.download(id)
    const whole = downloaded.name || name
    const extension = getExtension(whole)
    saveFile(extension === '' ? whole : whole.slice(0, -extension.length - 1), extension || 'bin', downloaded.blob)
  } catch (thrown) {
    if (!(thrown instanceof CallFailure)) throw thrown
  }
}
