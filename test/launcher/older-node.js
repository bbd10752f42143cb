// The action runs on Node 24, the demo on the Node that is there. Of what ES2024 added and Node 20 lacks, the action uses this.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let at = 0
  for (const item of items) {
    const key = keyOf(item, at++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
