// How the caches of one copy of the site are called.

/**
 * How all their names begin. A path has no space in it, so that those of /a/ are told from those
 * of /a/b/.
 * @param {{ scope: string }} registration
 */
export const cachePrefix = ({ scope }) => `kaen-log ${new URL(scope).pathname} `;

/**
 * The names of the caches of one copy of the site.
 * @param {{ scope: string }} registration
 */
export async function cachesOf(registration) {
  const prefix = cachePrefix(registration);
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}
