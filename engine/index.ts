export type { Catalog, ComponentType } from './components/catalog.ts'
export { catalog, createCatalog, resolveProps } from './components/catalog.ts'
export { defineComponent } from './components/define.ts'
export type {
  BusOptions,
  CommandName,
  CommonValues,
  FindQuery,
  Gesture,
  GestureRecipe,
  History,
  Hit,
  RejectionCode,
  Rejected,
  Result,
  Shared,
  TagUse,
  Transaction,
  TextPlace,
} from './commands/index.ts'
export {
  CommandBus,
  commands,
  commonValues,
  find,
  instanceAround,
  readAngle,
  listTags,
  textPlaces,
} from './commands/index.ts'
export type {
  Action,
  Animation,
  Binding,
  Component,
  Diff,
  Drawing,
  Extras,
  Id,
  Layer,
  Override,
  ParamKind,
  ParamValue,
  Place,
  SymbolDefinition,
  SymbolLink,
  SymbolParam,
  Via,
} from './document/index.ts'
export {
  compileExpressionTemplate,
  compileTag,
  DrawingDocument,
  extraFields,
  getParamKinds,
  newDrawing,
  getOwnComponents,
  readDrawing,
  readDrawingToShow,
  symbolDrawing,
  symbolMap,
  findUnassignedParams,
  writeDrawing,
} from './document/index.ts'
export type { Box, Point } from './geometry/index.ts'
export { withPointCount } from './geometry/index.ts'
export type { Quality, TagBatch } from './bindings/index.ts'
export { compileExpression, quality, TagTable } from './bindings/index.ts'
export { renderSvg } from './paint/index.ts'
export type { Camera, ContextState, OverPainting, Stage, StageOptions } from './stage/index.ts'
export { createStage } from './stage/index.ts'
export type { ActionListener, ActionState, FeedSource, Disabled, Runner, RunnerOptions } from './running/index.ts'
export { createRunner, longPressMs, withControlsOff } from './running/index.ts'
export type { OpenChart, PlacedPicture } from './pictures/index.ts'
export { openChart, getPictures, setMapReader } from './pictures/index.ts'
export type { OverlayTexts } from './overlays/index.ts'
export { createOverlays, overlayAttribute } from './overlays/index.ts'
export type { Feed, OpenedFeed, DomOverlay, Variant } from './components/define.ts'
export { readPath, writeValue } from './components/dataPath.ts'
export type {
  SnapSettings,
  SnapSettingsState,
  Clipboard,
  EditedPath,
  Editor,
  EditorView,
  Guides,
  GuidesState,
  Minimap,
  PathPoints,
  Selection,
  Shortcut,
  ToolChoice,
  ToolKey,
} from './editing/index.ts'
export {
  createEditor,
  gridLimits,
  createMinimap,
  selectAll,
  selectCopies,
  selectInverse,
  selectType,
  shortcuts,
  toolKeys,
} from './editing/index.ts'
export type { AccessTree, Language, TreeOptions, TreeSelection, TreeStage } from './accessibility/index.ts'
export { createTree } from './accessibility/index.ts'
