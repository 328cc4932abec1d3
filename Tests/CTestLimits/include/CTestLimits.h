// How many tests run at one time, and where their files are: see CTestLimits.c.
