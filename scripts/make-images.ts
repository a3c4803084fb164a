export async function makeImages(_web: string): Promise<void> {}
