import { drawingLimits } from '@mimic/engine/document'
import type { Problem } from '@mimic/engine/schema'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDesigner } from './context.ts'

const shownAtMost = 8

/** Puts a drawing file in this drawing's place, as one undo step; a file that is none is refused with its places. */
export function useImport(): (file: File) => Promise<void> {
  const { session } = useDesigner()
  const { modal } = App.useApp()
  const { t } = useTranslation('designer')

  const tell = (kind: 'error' | 'warning', title: string, problems: readonly Problem[]): void => {
    const rest = problems.length - shownAtMost
    modal[kind]({
      title,
      width: 520,
      content: (
        <ul className="problem-list">
          {problems.slice(0, shownAtMost).map(({ path, message }, index) => <li key={index}><code>{path}</code> {message}</li>)}
          {rest > 0 && <li>{t('import.more', { number: rest })}</li>}
        </ul>
      ),
    })
  }

  return async (file) => {
    if (file.size > drawingLimits.textLength * 4) {
      return tell('error', t('import.refused'), [{ path: file.name, code: 'too_big', message: t('import.large') }])
    }
    const result = session.bus.run('import', { drawing: await file.text() })
    if (!result.ok) return tell('error', t('import.refused'), result.problems)
    session.editor?.stage.camera.fit()
    if (result.warnings?.length) tell('warning', t('import.warnings'), result.warnings)
  }
}
