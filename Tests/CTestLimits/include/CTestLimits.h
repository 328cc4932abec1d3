// Limits the number of concurrent tests, and sets the folder of their files. See CTestLimits.c.
