import { catalog } from '@mimic/engine/catalog'
import { backgroundLength, type Layer, layerFields } from '@mimic/engine/document'
import { color, flag, number, text } from '@mimic/engine/schema'
import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useDesigner } from '../../context.ts'
import { NameField } from '../../bar/NameField.tsx'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import { Row, Section } from '../parts/Row.tsx'

const size = number({ en: 'Size', zh: '尺寸' }, { default: 1600, min: 1, max: 100_000, unit: 'px' })
const ground = color({ en: 'Background', zh: '背景' }, { default: '#f5f6f8' })

const pictureField = text({ en: 'Picture', zh: '背景图片' }, { format: 'picture', maxLength: backgroundLength })
const ratioField = flag({ en: 'Keep the ratio', zh: '锁定宽高比' })

const formats = [
  [1280, 720],
  [1600, 900],
  [1920, 1080],
  [3840, 2160],
] as const

/** Settings of the layer; shown while no component is selected. */
export const LayerForm = observer(function LayerForm() {
  const { session, drawing } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const { layer } = session
  const change = (part: Partial<Layer>): void => void session.run('set-layer', part)
  const format = formats.find(([width, height]) => layer.width === width && layer.height === height)
  return (
    <div className="inspector-body">
      {typeof session.tool === 'object' && (
        <p className="panel-hint" role="status">
          {t(isPath(session.tool.place) ? 'layer.path' : 'layer.place')}
        </p>
      )}
      <header className="panel-head">
        <h2>{t('layer.title')}</h2>
        <span>{t('layer.count', { number: session.count })}</span>
      </header>
      <Section>
        <Row label={t('layer.name')}>
          <NameField />
        </Row>
        <Row label={t('layer.width')} htmlFor="layer-width">
          <FieldEditor
            id="layer-width"
            field={size}
            isWhole
            value={layer.width}
            onChange={(width) => change({ width: Number(width) })}
          />
        </Row>
        <Row label={t('layer.height')} htmlFor="layer-height">
          <FieldEditor
            id="layer-height"
            field={size}
            isWhole
            value={layer.height}
            onChange={(height) => change({ height: Number(height) })}
          />
        </Row>
        <Row label={t('layer.ratio')} htmlFor="layer-ratio">
          <FieldEditor
            id="layer-ratio"
            field={ratioField}
            value={layer.widthHeightRatio > 0}
            onChange={(isLocked) => change({ widthHeightRatio: isLocked === true ? layer.width / layer.height : 0 })}
          />
        </Row>
        <Row label={t('layer.format')} htmlFor="layer-format">
          <Select
            id="layer-format"
            size="small"
            className="wide"
            value={format ? formats.indexOf(format) : null}
            placeholder={t('layer.own')}
            options={formats.map((each, value) => ({ value, label: each.join(' × ') }))}
            onChange={(index: number) => {
              const [width, height] = formats[index] ?? []
              if (width && height) change({ width, height })
            }}
          />
        </Row>
        {session === drawing && (
          <>
            <Row label={localize(layerFields.theme.words)} htmlFor="layer-theme">
              <FieldEditor
                id="layer-theme"
                field={layerFields.theme}
                value={layer.theme}
                onChange={(theme) => change({ theme: theme === 'vivid' ? 'vivid' : 'muted' })}
              />
            </Row>
            <Row label={localize(layerFields.backgroundName.words)} htmlFor="layer-background-name">
              <FieldEditor
                id="layer-background-name"
                field={layerFields.backgroundName}
                value={layer.backgroundName}
                onChange={(backgroundName) => change({ backgroundName: String(backgroundName) })}
              />
            </Row>
            <Row label={t('layer.background')}>
              <FieldEditor
                label={t('layer.background')}
                field={ground}
                value={layer.backColor}
                onChange={(backColor) => change({ backColor: String(backColor) })}
              />
            </Row>
            <Row label={t('layer.picture')} htmlFor="layer-picture" isTall>
              <FieldEditor
                id="layer-picture"
                field={pictureField}
                value={layer.backgroundImage}
                onChange={(backgroundImage) => change({ backgroundImage: String(backgroundImage) })}
              />
            </Row>
            <Row label={localize(layerFields.dragZoom.words)} htmlFor="layer-drag-zoom">
              <FieldEditor
                id="layer-drag-zoom"
                field={layerFields.dragZoom}
                value={layer.dragZoom}
                onChange={(dragZoom) => change({ dragZoom: dragZoom === true })}
              />
            </Row>
          </>
        )}
      </Section>
      <p className="panel-hint">{t(session === drawing ? 'layer.hint' : 'layer.symbolHint')}</p>
    </div>
  )
})

/** Returns true for types drawn point by point. */
const isPath = (type: string): boolean =>
  Object.values(catalog.get(type)?.fields ?? {}).some(({ kind }) => kind === 'points') &&
  catalog.get(type)?.ends === undefined
