import { Application, BitmapFont, BitmapText, Container, Graphics, Sprite, Texture } from 'pixi.js'
import type { Engine, EngineKind } from '../browser/engine.ts'
import { getColor, getFontSize, ink, layer, lineWidth, stateColors, formatValue } from '../browser/workload.ts'
import type { Item } from '../browser/workload.ts'
import { parseItems } from './svg.ts'

const circleRadius = 32

export const pixi: EngineKind = { write: (items) => JSON.stringify(items), start: createPixi }

/**
 * pixi.js with its performance guide: sprites of few textures in one render group, bitmap text from an installed font,
 * tint for colour, no events. Culling is off, because everything is visible and it would only add cost.
 */
function createPixi(root: HTMLElement): Engine {
  const app = new Application()
  const world = new Container({ isRenderGroup: true, eventMode: 'none', interactiveChildren: false })
  const nodes: (Sprite | BitmapText)[] = []
  let selected: readonly number[] = []

  return {
    async open(text) {
      await app.init({
        ...layer,
        preference: 'webgl',
        background: '#ffffff',
        antialias: false,
        autoStart: false,
        sharedTicker: false,
      })
      app.ticker.stop()
      app.stage.eventMode = 'none'
      root.append(app.canvas)
      BitmapFont.install({
        name: 'values',
        chars: '0123456789.-',
        style: { fontFamily: 'sans-serif', fontSize: 24, fill: '#ffffff' },
      })
      const circle = app.renderer.generateTexture(
        new Graphics().circle(circleRadius, circleRadius, circleRadius).fill('#ffffff'),
      )
      for (const item of parseItems(text)) nodes.push(createNode(item, circle))
      world.addChild(...chunked(nodes))
      app.stage.addChild(world)
      app.render()
    },
    set({ index, value }) {
      const node = nodes[index]
      if (node instanceof BitmapText) node.text = formatValue(value)
      else if (node) node.tint = getColor(value)
    },
    flush() {
      app.render()
    },
    pan(x, y) {
      world.position.set(x, y)
    },
    zoom(scale) {
      world.scale.set(scale)
    },
    select(indexes) {
      selected = indexes
    },
    move(dx, dy) {
      for (const index of selected) {
        const node = nodes[index]
        node?.position.set(node.x + dx, node.y + dy)
      }
      app.render()
    },
    destroy() {
      app.destroy(true, { children: true })
    },
  }
}

/** Adds 1,000 nodes per container, because a call with 100,000 arguments overflows the stack. */
function chunked(nodes: readonly (Sprite | BitmapText)[]): Container[] {
  const size = 1000
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, chunk) => {
    const container = new Container({ eventMode: 'none', interactiveChildren: false })
    container.addChild(...nodes.slice(chunk * size, (chunk + 1) * size))
    return container
  })
}

function createNode(item: Item, circle: Texture): Sprite | BitmapText {
  const { x, y, width, height } = item
  if (item.kind === 'text') {
    const label = new BitmapText({ text: '0.0', style: { fontFamily: 'values', fontSize: getFontSize(item) } })
    label.tint = ink
    label.anchor.set(0, 0.5)
    label.position.set(x, y + height / 2)
    return label
  }
  const sprite = new Sprite(item.kind === 'circle' ? circle : Texture.WHITE)
  sprite.tint = stateColors[0]
  sprite.position.set(x, y)
  if (item.kind === 'line') {
    sprite.anchor.set(0, 0.5)
    sprite.setSize(Math.hypot(width, height), lineWidth)
    sprite.rotation = Math.atan2(height, width)
  } else {
    sprite.setSize(width, height)
  }
  return sprite
}
