import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Lines of a run coloured by level, and its error with the source line. */
export function ScriptOutput({ row }: { readonly row: Row }) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const [output, error, sourceLine, line] = [
    getText(row, 'output'),
    getText(row, 'error'),
    getText(row, 'sourceLine'),
    getValue(row, 'line'),
  ]
  const lines = output === '' ? [] : output.split('\n')
  return (
    <div className="script-run">
      {error !== '' && (
        <div className="script-run-error">
          {localize(decodeLocalized(error))}
          {sourceLine !== '' && (
            <pre>
              {typeof line === 'number' ? `${line} │ ` : ''}
              {sourceLine}
            </pre>
          )}
        </div>
      )}
      {lines.length === 0 ? (
        <p className="script-none">{t('noLines')}</p>
      ) : (
        <pre className="script-output">
          {lines.map((text, index) => (
            // The lines of a run never change.
            // oxlint-disable-next-line no-array-index-key
            <div key={index} className="script-log-line" data-level={text.split(' ', 1)[0]?.toLowerCase()}>
              {text}
            </div>
          ))}
        </pre>
      )}
    </div>
  )
}

function getText(row: Row, name: string): string {
  const value = getValue(row, name)
  return typeof value === 'string' ? value : ''
}
