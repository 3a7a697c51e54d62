import { ArrowLeftOutlined, ExportOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { Stage } from '@mimic/engine'
import { Button, Tooltip } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkClickHandler } from 'react-router-dom'
import { NamedPageTitle } from '../app/shell/PageTitle.tsx'
import { listPath, runPath } from '../kit/drawing/drawingPaths.ts'
import { fitOnResize } from '../kit/drawing/fitOnResize.ts'
import { NewerNotice } from '../stage/NewerNotice.tsx'
import { StageHost } from '../stage/StageHost.tsx'
import { saveDrawing } from './saveDrawing.ts'
import type { NewerVersion as Newer } from './session/newerVersion.ts'

interface NewerDrawingProps {
  readonly id: string
  readonly newer: Newer
}

/**
 * Read-only view of a drawing saved by a newer version of Mimic. It can be run, and its file can be downloaded
 * unchanged.
 */
export function NewerDrawing({ id, newer: { document, version, text } }: NewerDrawingProps) {
  const { t } = useTranslation('designer')
  const handleBack = useLinkClickHandler<HTMLElement>(listPath)
  const handleStage = useCallback((stage: Stage) => fitOnResize(stage).stop, [])
  return (
    <div className="newer-drawing">
      <NamedPageTitle name={document.name} />
      <header className="designer-bar">
        <Tooltip title={t('bar.back')}>
          <Button
            type="text"
            href={listPath}
            aria-label={t('bar.back')}
            icon={<ArrowLeftOutlined aria-hidden />}
            onClick={handleBack}
          />
        </Tooltip>
        <h1>{document.name}</h1>
        <span className="bar-gap" />
        <div className="bar-group">
          <Button icon={<ExportOutlined aria-hidden />} onClick={() => saveDrawing(document.name, text)}>
            {t('bar.export')}
          </Button>
          <Button icon={<PlayCircleOutlined aria-hidden />} href={runPath(id)} target="_blank">
            {t('bar.run')}
          </Button>
        </div>
      </header>
      <NewerNotice version={version} purpose="design" />
      <div className="newer-stage">
        <StageHost
          document={document}
          pan="drag"
          label={t('canvas.label', { name: document.name })}
          background={document.layer.backColor.slice(0, 7)}
          onStage={handleStage}
        />
      </div>
    </div>
  )
}
