import type { Component } from '../../document/index.ts'
import type { Imported } from '../options.ts'

/** Content of a golden file: one component per line, findings by code, without messages and ranks. */
export function toGolden({ drawing, report }: Imported): unknown {
  return {
    name: drawing.name,
    layer: drawing.layer,
    components: drawing.components.map(lean),
    mapped: report.mapped,
    findings: report.findings.map(({ why: _, ...finding }) => finding),
    tags: report.tags,
  }
}

export function writeGolden(golden: unknown): string {
  return `${JSON.stringify(golden, null, 1)
    .replace(/\n {3,}/g, ' ')
    .replace(/\n {2}([}\]])/g, ' $1')}\n`
}

/** Omits default values. */
function lean(component: Component): unknown {
  const {
    id,
    parent,
    type,
    name,
    x,
    y,
    width,
    height,
    angleDeg,
    flipX,
    flipY,
    opacity,
    visible,
    locked,
    props,
    bindings,
    animation,
    action,
    extras,
  } = component
  return {
    id,
    ...(parent === null ? {} : { parent }),
    type,
    name,
    box: [x, y, width, height].map(roundNumber),
    ...(angleDeg === 0 ? {} : { angleDeg }),
    ...(flipX ? { flipX } : {}),
    ...(flipY ? { flipY } : {}),
    ...(opacity === 1 ? {} : { opacity }),
    ...(visible ? {} : { visible }),
    ...(locked ? { locked } : {}),
    ...(Object.keys(props).length > 0 ? { props } : {}),
    ...(bindings.length > 0 ? { bindings } : {}),
    ...(animation ? { animation } : {}),
    ...(action ? { action } : {}),
    ...(Object.keys(extras).length > 0 ? { extras } : {}),
  }
}

const roundNumber = (value: number): number => Math.round(value * 1e4) / 1e4
